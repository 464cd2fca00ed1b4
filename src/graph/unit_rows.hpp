// Unit rows without a copy of the matrix.
//
//   x_i as stored;  f_i = the power of two that brings the largest |x_ij| into [1, 2);
//   q_i = sum_j (f_i x_ij)^2, columns ascending
//   entry j of the unit row = f_i x_ij / sqrt(q_i)
//
// The factor is exact and keeps the squares of very large and very small rows within range.
#pragma once

#include <algorithm>

#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
struct UnitRows {
  CsrView<T> X;
  Array<double> factor;  // f; 0 for a zero row
  Array<double> square;  // q

  double scaled(Index i, Index e) const noexcept {
    return static_cast<double>(X.values[e]) * factor[i];
  }
};

template <class T>
UnitRows<T> unit_rows(CsrView<T> X, ExecutionContext &run);

// The maximum number of entries of a row.
template <class T>
Index longest_row(const UnitRows<T> &rows) noexcept {
  Index longest = 0;
  for (Index i = 0; i < rows.X.rows; ++i)
    longest = std::max(longest, rows.X.indptr[i + 1] - rows.X.indptr[i]);
  return longest;
}

// <row, f_d x_d>, with `row` expanded over all columns. All cosines are computed by this loop, so
// that their bits cannot depend on the caller.
template <class T>
double dot_row(const double *row, const UnitRows<T> &rows, Index d) noexcept {
  double sum = 0;
  const Index end = rows.X.indptr[d + 1];
  for (Index e = rows.X.indptr[d]; e < end; ++e) sum += row[rows.X.indices[e]] * rows.scaled(d, e);
  return sum;
}

}  // namespace manifact
