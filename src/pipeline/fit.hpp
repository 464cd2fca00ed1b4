// Fits a model to a matrix by the same steps for every method: weighting -> graph -> start, fit ->
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

// `requested` must belong to `method`.
std::unique_ptr<Model> fit(const Matrix &X, Index n_clusters, const Method &method,
                           const Options &requested, const FitInputs &inputs,
                           ExecutionContext &run);

// The graph of the documents that a fit would build; of `given` only the constraints matter. Throws
// Error(option) if the method has no graph before its updates.
Graph graph_of_fit(const Matrix &X, const Method &method, const Options &requested,
                   const FitInputs &inputs, ExecutionContext &run);

}  // namespace manifact
