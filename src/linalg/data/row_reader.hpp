// Rows of dense data for products: in place if they are stored as they are used, otherwise a copy of
// some of them at a time.
#pragma once

#include "linalg/data/data_view.hpp"
#include "linalg/dense/view.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The values in the type of the computation, or null.
inline const float *stored(const DenseRows &X, float) noexcept { return X.singles; }
inline const double *stored(const DenseRows &X, double) noexcept { return X.reals; }

// Rows of X, in place or copied.
template <class T>
class RowReader {
 public:
  explicit RowReader(const DenseRows &X) noexcept
      : X_(X), values_(X.transformed() || X.places != nullptr ? nullptr : stored(X, T{})) {}

  // An odd number of cache lines, which spreads rows over the sets of a cache.
  static Index stride_for(Index columns) noexcept {
    constexpr Index line = 64 / static_cast<Index>(sizeof(T));
    return ((columns + line - 1) / line | 1) * line;
  }

  // Entries of the memory of read().
  Index copy_size(Index rows, Index columns) const noexcept {
    return values_ != nullptr ? 0 : rows * stride_for(columns);
  }
  DenseView<T> read(Index i, Index rows, Index j, Index columns, T *copy) const noexcept {
    if (values_ != nullptr) return {rows, columns, X_.stride, values_ + i * X_.stride + j};
    const Index stride = stride_for(columns);
    for (Index r = 0; r < rows; ++r) load(X_, i + r, j, j + columns, copy + r * stride);
    return {rows, columns, stride, copy};
  }
  bool in_place() const noexcept { return values_ != nullptr; }

 private:
  const DenseRows &X_;
  const T *values_;
};

}  // namespace manifact
