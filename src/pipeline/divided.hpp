// What a fit can do with documents that are divided among ranks.
#pragma once

#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

struct Method;

// The options with the defaults for several ranks: multiplicative updates, and no copy of the
// documents in the model. Throws Error(option) for what one rank must do alone.
Options for_ranks(const Matrix &X, const Method &method, const Options &asked,
                  const FitInputs &given);

// Throws on every rank unless all have the same number of features, all or none have a start, and
// all or none have a graph.
void check_alike(const Matrix &X, const FitInputs &given, ExecutionContext &run);

}  // namespace manifact
