// The unit rows of a dense matrix without a copy, with the quantities and the sums of
// graph/unit_rows.hpp: a cosine has the bits of that of the same rows stored as sparse ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "linalg/dense/view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
struct DenseUnitRows {
  DenseView<T> X;
  Array<double> factor;  // f; 0 for a zero row
  Array<double> square;  // q
  Array<double> scale;   // f / sqrt(q), which gives a row the length 1; 0 for a zero row

  double scaled(Index i, Index c) const noexcept {
    return static_cast<double>(X.row(i)[c]) * factor[i];
  }
};

template <class T>
DenseUnitRows<T> dense_unit_rows(DenseView<T> X, ExecutionContext &run);

// Exact cosines of one row with others, several at a time: each sum is in the order of the columns,
// and independent sums overlap.
template <class T>
class DenseCosines {
 public:
  static constexpr Index together = 4;

  // `row` has X.columns entries of scratch memory.
  DenseCosines(const DenseUnitRows<T> &X, double *row) noexcept : X_(X), row_(row) {}

  void load(const DenseUnitRows<T> &Y, Index i) noexcept {
    square_ = Y.square[i];
    for (Index c = 0; c < Y.X.columns; ++c) row_[c] = Y.scaled(i, c);
  }

  // body(j, cosine) for the rows j = row_of(0) .. row_of(count - 1) of X whose cosine is > 0, until
  // it returns false.
  template <class RowOf, class Body>
  void each(Index count, const RowOf &row_of, const Body &body) const noexcept {
    for (Index k = 0; k < count; k += together) {
      Index rows[together];
      for (Index r = 0; r < together; ++r) rows[r] = row_of(std::min(k + r, count - 1));
      double dots[together] = {};
      dot(rows, dots);
      for (Index r = 0; r < std::min(together, count - k); ++r) {
        if (!(dots[r] > 0)) continue;  // including rows of zeros
        const double cosine = std::min(1.0, dots[r] / std::sqrt(square_ * X_.square[rows[r]]));
        if (cosine > 0 && !body(static_cast<std::int32_t>(rows[r]), cosine)) return;
      }
    }
  }

 private:
  void dot(const Index (&rows)[together], double (&dots)[together]) const noexcept {
    const T *x[together];
    double factor[together];
    for (Index r = 0; r < together; ++r) {
      x[r] = X_.X.row(rows[r]);
      factor[r] = X_.factor[rows[r]];
    }
    for (Index c = 0; c < X_.X.columns; ++c)
      for (Index r = 0; r < together; ++r)
        dots[r] += row_[c] * (static_cast<double>(x[r][c]) * factor[r]);
  }

  const DenseUnitRows<T> &X_;
  double *row_;
  double square_ = 0;
};

}  // namespace manifact
