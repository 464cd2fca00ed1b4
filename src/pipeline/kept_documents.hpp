// The documents that a model keeps for what compares documents with them.
#pragma once

#include <type_traits>
#include <utility>

#include "linalg/data/products.hpp"
#include "pipeline/fit_inputs.hpp"
#include "pipeline/fit_state.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
Csr<double> as_double(Csr<T> &&X, ExecutionContext &run) {
  if constexpr (std::is_same_v<T, double>) return std::move(X);
  Csr<double> Y;
  Y.rows = X.rows;
  Y.columns = X.columns;
  Y.indptr = std::move(X.indptr);
  Y.indices = std::move(X.indices);
  Y.values = Array<double>(run.memory, X.values.size());
  for (Index e = 0; e < X.values.size(); ++e) Y.values[e] = static_cast<double>(X.values[e]);
  return Y;
}

// compared: whether new documents are compared with them. The rows of a kernel matrix are not kept
// otherwise: they are not documents.
template <class T>
void keep_documents(TrainingData &training, FitState<T> &state, const FitInputs &inputs,
                    bool compared, ExecutionContext &run) {
  if (inputs.vectors != nullptr) training.vectors = kept_matrix(*inputs.vectors, run.memory);
  if (!compared && training.kernel.kind == KernelKind::precomputed) return;
  training.compared = compared;
  if (state.data.is_counts()) {
    const CountRows &counts = state.data.counts.rows;
    training.X.sparse = as_double(copied_rows<T>(counts, 0, counts.rows, run), run);
    return;
  }
  if (!state.data.is_dense()) {
    training.X.sparse = as_double(std::move(state.data.sparse), run);
    return;
  }
  training.matrix = kept_matrix(*state.input, run.memory);
  training.X = weighted_data<double>(*training.matrix, training.weights, run);
}

}  // namespace manifact
