// What a fit can do with documents that are divided among ranks.
#pragma once

#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

struct Method;

// Throw Error(option) for what one rank must do alone: methods and inputs, and options in force.
void check_divided(const Matrix &X, const Method &method, const FitInputs &given);
void check_divided_options(const Options &options);

// Throws on every rank unless all have the same number of features, all or none have a start, and
// all or none have a graph.
void check_alike(const Matrix &X, const FitInputs &given, ExecutionContext &run);

}  // namespace manifact
