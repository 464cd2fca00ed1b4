// A dense matrix of counts gives the results of the sparse one.
#pragma once

#include "capi/handles.hpp"
#include "options/conversions.hpp"

namespace manifact {

inline DenseCounts kind_of_counts(const manifact_matrix &X, const std::shared_ptr<Memory> &memory) {
  CountsOfMatrix &counts = X.counts;
  std::call_once(counts.once, [&] {
    counts.kind = dense_counts(*X.matrix);
    // The copy lives as long as the matrix, whose context may outlive that of the call.
    if (counts.kind == DenseCounts::likely)
      counts.sparse = as_sparse(*X.matrix, X.memory != nullptr ? X.memory : memory);
  });
  return counts.kind;
}

// The matrix, or its counts as a sparse matrix.
inline const Matrix &as_counts(const manifact_matrix &X, const std::shared_ptr<Memory> &memory) {
  return kind_of_counts(X, memory) == DenseCounts::likely ? *X.counts.sparse : *X.matrix;
}

// Of the data of a fit with these options. A kernel matrix holds no counts.
inline DenseCounts counts_for_fit(const manifact_matrix &X, const Options &options,
                                  const std::shared_ptr<Memory> &memory) {
  return kernel_spec(options).kind == KernelKind::precomputed ? DenseCounts::none
                                                              : kind_of_counts(X, memory);
}

inline const Matrix &data_of_fit(const manifact_matrix &X, const Options &options,
                                 const std::shared_ptr<Memory> &memory) {
  return counts_for_fit(X, options, memory) == DenseCounts::likely ? *X.counts.sparse : *X.matrix;
}

}  // namespace manifact
