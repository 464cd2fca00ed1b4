// The way from a matrix to a model, the same for every method: weighting -> graph -> start, fit ->
// read-out -> model.
#pragma once

#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Method;

// `options` are of the method.
std::unique_ptr<Model> fit(const Matrix &X, Index n_clusters, const Method &method,
                           const Options &options, const FitInputs &given, ExecutionContext &run);

}  // namespace manifact
