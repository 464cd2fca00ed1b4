// The unit rows of dense data (graph/unit_rows.hpp), which are read, and transformed, in place: a
// cosine is bitwise equal to that of the same rows in sparse storage.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "graph/unit_rows.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Whether the rows are used as they are, up to positive factors of rows.
inline bool is_plain(const DenseRows &X) noexcept {
  return X.shift == nullptr && X.part == 0 && X.selection == nullptr;
}

struct DenseUnitRows {
  PointView X;
  Array<double> factor, square;  // of UnitRows
  Array<double> scale;           // f / sqrt(q), which gives a row the length 1; 0 for a zero row
  Array<double> placed;          // the same, indexed by `selection`, if rows are selected
  DenseRows unit;                // x_i scale_i
  Array<double> zeros, raise;    // if there are rows of subnormal numbers: X is 2^52 times the data

  Index rows() const noexcept { return unit.rows; }
  Index columns() const noexcept { return unit.columns; }

  bool is_plain() const noexcept { return manifact::is_plain(unit); }
};

// A positive factor of a row, which does not affect a cosine, is omitted.
DenseUnitRows dense_unit_rows(DenseRows X, ExecutionContext &run);

// Exact cosines of one row with others, several at a time: each sum is in the order of the columns,
// and independent sums overlap.
class DenseCosines {
 public:
  DenseCosines(const DenseUnitRows &X, const std::shared_ptr<Memory> &memory)
      : X_(X),
        row_(memory, X.columns()),
        others_(memory, X.is_plain() ? 0 : together * X.columns()) {}

  void load(const DenseUnitRows &Y, Index i) noexcept;

  // body(j, cosine) for the rows j = row_of(0) .. row_of(count - 1) of X whose cosine is > 0, until
  // it returns false.
  template <class RowOf, class Body>
  void each(Index count, const RowOf &row_of, const Body &body) noexcept {
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
  static constexpr Index together = 4;

  void dot(const Index (&rows)[together], double (&dots)[together]) noexcept;
  template <class T>
  void dot(const T *const (&x)[together], const Index (&rows)[together],
           double (&dots)[together]) const noexcept;

  const DenseUnitRows &X_;
  Array<double> row_, others_;  // others: of rows that are transformed
  double square_ = 0;
};

}  // namespace manifact
