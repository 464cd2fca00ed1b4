// Rows of dense data for products: in place if they are stored as they are used, otherwise copied,
// some of them at a time. A product need not transform every value. With A the stored values,
//
//   X = diag(f) (A - 1 s') D^-1
//   X B = diag(f) (A D^-1 B - 1 s'D^-1 B)     X'B = D^-1 (A' diag(f) B - s (1' diag(f) B))
//
// so that A is read in place, and the small factor and the result are scaled. The differences lose
// digits if |s_j| far exceeds d_j: then A - 1 s' is copied, and only f and D are applied
// afterwards.
#pragma once

#include <cmath>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
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

// Likewise for the scales of the features; infinite: a feature that is 0.
inline bool has_moderate_spreads(const DenseRows &X) noexcept {
  constexpr double most = 1 << 20;
  for (Index j = 0; j < X.columns; ++j)
    if (!(X.spread[j] >= 1 / most && (X.spread[j] <= most || std::isinf(X.spread[j]))))
      return false;
  return true;
}

// Whether the shift may be applied after a product: an error of rounding grows at most by this
// factor.
template <class T>
bool has_small_shift(const DenseRows &X) noexcept {
  constexpr double most = sizeof(T) == 4 ? 4 : 16;
  for (Index j = 0; j < X.columns; ++j)
    if (!(std::fabs(X.shift[j]) <= most * X.spread[j])) return false;
  return true;
}

// What a product applies to its factors and its result; null: nothing.
struct RestOfRows {
  const double *factor = nullptr;                    // by row
  const double *shift = nullptr, *spread = nullptr;  // by column
};

// Rows of X, in place or copied.
template <class T>
class RowReader {
 public:
  explicit RowReader(const DenseRows &X) noexcept
      : X_(X), values_(X.transformed() || X.selection != nullptr ? nullptr : stored(X, T{})) {}

  // For a product that applies rest().
  static RowReader for_product(const DenseRows &X) noexcept {
    RowReader reader(X);
    const T *const values = stored(X, T{});
    const bool moderate = (X.factor == nullptr || has_moderate_factors(X)) &&
                          (X.shift == nullptr || has_moderate_spreads(X));
    if (X.part != 0 || X.selection != nullptr || !moderate) return reader;
    const bool in_place = values != nullptr && (X.shift == nullptr || has_small_shift<T>(X));
    if (!in_place && X.shift == nullptr) return reader;  // converted
    reader.rest_ = {X.factor, in_place ? X.shift : nullptr, X.spread};
    if (in_place) reader.values_ = values;
    reader.X_.factor = reader.X_.spread = nullptr;
    return reader;
  }
  const RestOfRows &rest() const noexcept { return rest_; }

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
    if (values_ != nullptr)
      return {.rows = rows,
              .columns = columns,
              .stride = X_.stride,
              .values = values_ + i * X_.stride + j};
    const Index stride = stride_for(columns);
    for (Index r = 0; r < rows; ++r) load(X_, i + r, j, j + columns, copy + r * stride);
    return {.rows = rows, .columns = columns, .stride = stride, .values = copy};
  }
  bool in_place() const noexcept { return values_ != nullptr; }

 private:
  DenseRows X_;
  const T *values_;
  RestOfRows rest_;
};

}  // namespace manifact
