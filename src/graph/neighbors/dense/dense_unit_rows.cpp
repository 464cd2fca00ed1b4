#include "graph/neighbors/dense/dense_unit_rows.hpp"

#include <limits>

namespace manifact {

namespace {

// Whether 1 / |x_i| overflows for a row, and no row would overflow if it were raised by 2^52.
bool should_be_raised(const UnitRows<double> &rows) noexcept {
  bool tiny = false, huge = false;
  for (Index i = 0; i < rows.factor.size(); ++i) {
    tiny |= rows.square[i] > 0 && std::isinf(rows.factor[i] / std::sqrt(rows.square[i]));
    huge |= rows.square[i] > 0 && rows.factor[i] < 0x1p-960;
  }
  return tiny && !huge;
}

}  // namespace

DenseUnitRows dense_unit_rows(DenseRows X, ExecutionContext &run) {
  X.factor = nullptr;
  UnitRows<double> measured = unit_rows(DataView<double>(X), run);
  Array<double> zeros, raise;
  if (X.shift == nullptr && should_be_raised(measured)) {
    zeros = Array<double>(run.memory, X.columns);
    raise = Array<double>(run.memory, X.columns);
    std::fill(raise.begin(), raise.end(), 0x1p-52);
    X.shift = zeros.data();
    X.spread = raise.data();
    measured = unit_rows(DataView<double>(X), run);
  }
  DenseUnitRows rows{.X = X,
                     .factor = std::move(measured.factor),
                     .square = std::move(measured.square),
                     .scale = Array<double>(run.memory, X.rows),
                     .placed = {},
                     .unit = X,
                     .zeros = std::move(zeros),
                     .raise = std::move(raise)};
  for (Index i = 0; i < X.rows; ++i)
    rows.scale[i] =  // finite also for a row of subnormal numbers that is not raised
        rows.square[i] > 0 ? std::fmin(rows.factor[i] / std::sqrt(rows.square[i]),
                                       std::numeric_limits<double>::max())
                           : 0;
  rows.unit.factor = rows.scale.data();
  if (X.selection == nullptr || X.rows == 0) return rows;
  rows.placed = Array<double>(run.memory, 1 + *std::max_element(X.selection, X.selection + X.rows));
  for (Index i = 0; i < X.rows; ++i) rows.placed[X.selection[i]] = rows.scale[i];
  rows.unit.factor = rows.placed.data();
  return rows;
}

void DenseCosines::load(const DenseUnitRows &Y, Index i) noexcept {
  square_ = Y.square[i];
  const double *const x = Y.X.row(i, row_.data());
  for (Index c = 0; c < Y.columns(); ++c) row_[c] = x[c] * Y.factor[i];
}

template <class T>
void DenseCosines::dot(const T *const (&x)[together], const Index (&rows)[together],
                       double (&dots)[together]) const noexcept {
  double factor[together];
  for (Index r = 0; r < together; ++r) factor[r] = X_.factor[rows[r]];
  for (Index c = 0; c < X_.columns(); ++c)
    for (Index r = 0; r < together; ++r)
      dots[r] += row_[c] * (static_cast<double>(x[r][c]) * factor[r]);
}

void DenseCosines::dot(const Index (&rows)[together], double (&dots)[together]) noexcept {
  if (X_.is_plain() && X_.unit.singles != nullptr) {
    const float *x[together];
    for (Index r = 0; r < together; ++r) x[r] = X_.unit.singles + rows[r] * X_.unit.stride;
    return dot<float>(x, rows, dots);
  }
  const double *x[together];
  for (Index r = 0; r < together; ++r) {
    double *const space = others_.empty() ? nullptr : others_.data() + r * X_.columns();
    x[r] = X_.X.row(rows[r], space);
  }
  dot<double>(x, rows, dots);
}

}  // namespace manifact
