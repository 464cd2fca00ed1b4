// Rows of dense data for products: in place if they are stored as they are used, up to a factor of
// each row that the product applies; otherwise a copy of some of them at a time.
#pragma once

#include <cmath>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/view.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The values in the type of the computation, or null.
inline const float *stored(const DenseRows &X, float) noexcept { return X.singles; }
inline const double *stored(const DenseRows &X, double) noexcept { return X.reals; }

// Whether the factors of rows may be applied after a product instead of before: sums of the values
// neither overflow nor lose digits that those of the scaled values have.
inline bool has_moderate_factors(const DenseRows &X) noexcept {
  constexpr double most = 1 << 20;
  for (Index i = 0; i < X.rows; ++i) {
    const double f = std::fabs(X.factor[i]);
    if (f != 0 && !(f >= 1 / most && f <= most)) return false;
  }
  return true;
}

// Rows of X, in place or copied.
template <class T>
class RowReader {
 public:
  explicit RowReader(const DenseRows &X) noexcept
      : X_(X), values_(X.transformed() || X.places != nullptr ? nullptr : stored(X, T{})) {}

  // For a product that multiplies by the rest of the factor of each row: rest_of_factor().
  static RowReader without_factors(const DenseRows &X) noexcept {
    RowReader reader(X);
    const bool plain = X.shift == nullptr && X.part == 0 && X.places == nullptr;
    if (plain && X.factor != nullptr && stored(X, T{}) != nullptr && has_moderate_factors(X)) {
      reader.values_ = stored(X, T{});
      reader.rest_ = X.factor;
    }
    return reader;
  }
  // By row; null: all 1.
  const double *rest_of_factor() const noexcept { return rest_; }

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
  const double *rest_ = nullptr;
};

}  // namespace manifact
