// The weighted data matrix of a fit or of new documents: a sparse copy, or dense rows that are
// scaled as they are read.
#pragma once

#include <memory>

#include "linalg/data/data_view.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/weighting.hpp"

namespace manifact {

// Dense rows, and what they point to unless that belongs to a matrix.
struct DenseData {
  DenseRows rows;
  Array<double> shift, spread, factor, reals;
  Array<float> singles;
  Array<std::int32_t> all_columns;
};

// Counts that are weighted while they are read, and what they point to unless that belongs to a
// matrix.
struct CountData {
  CountRows rows;
  Array<double> weighed, column, largest, length;
  Array<std::int32_t> parts_begin;
  std::unique_ptr<RowBuffers> buffers;
};

template <class T>
struct WeightedData {
  Csr<T> sparse;
  DenseData dense;   // no rows: the data are sparse
  CountData counts;  // no rows: the data are in memory

  bool is_dense() const noexcept { return dense.rows.rows > 0; }
  bool is_counts() const noexcept { return counts.rows.rows > 0; }
  bool empty() const noexcept { return !is_dense() && !is_counts() && sparse.rows == 0; }
  DataView<T> view() const noexcept {
    return is_dense()    ? DataView<T>(dense.rows)
           : is_counts() ? DataView<T>(counts.rows)
                         : DataView<T>(sparse);
  }
};

// Applies the weights to any documents with the same features. Entries of weight zero are omitted.
template <class T>
Csr<T> weighted_rows(const Matrix &X, const FeatureWeights &weights, ExecutionContext &run);

// The same in the storage of X. Dense: unless logarithms of counts are computed, the result refers
// to X, which must live as long as it does.
template <class T>
WeightedData<T> weighted_data(const Matrix &X, const FeatureWeights &weights,
                              ExecutionContext &run);

// Whether the weights can be applied while sparse rows are read: zeros stay zeros.
bool can_weight_in_place(const Matrix &X, const FeatureWeights &weights) noexcept;

// Then: the result refers to X, which must live as long as it does.
template <class T>
WeightedData<T> weighted_in_place(const Matrix &X, const FeatureWeights &weights,
                                  ExecutionContext &run);

// Rows of unit length, except for rows of zeros; the values stay as they are.
template <class T>
WeightedData<T> data_of_unit_rows(const Matrix &X, ExecutionContext &run) {
  FeatureWeights weights;
  weights.scaling = Scaling::unit_rows;
  return weighted_data<T>(X, weights, run);
}

// Sparse rows in dense storage.
WeightedData<double> dense_copy(const Csr<double> &X, ExecutionContext &run);

}  // namespace manifact
