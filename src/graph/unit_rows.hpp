// Unit rows without a copy of the matrix.
//
//   x_i as stored;  f_i = the power of two that brings the largest |x_ij| into [1, 2);
//   q_i = sum_j (f_i x_ij)^2, columns ascending
//   entry j of the unit row = f_i x_ij / sqrt(q_i)
//
// The factor is exact and keeps the squares of very large and very small rows within range.
#pragma once

#include <algorithm>

#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
struct UnitRows {
  DataView<T> X;
  Array<double> factor;  // f; 0 for a zero row
  Array<double> square;  // q

  // Of entry e of sparse X.
  double scaled(Index i, Index e) const noexcept {
    return static_cast<double>(X.sparse().values[e]) * factor[i];
  }
  // f_i x_i as a dense row, or back to zeros.
  void expand(Index i, Array<double> &row) const {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) row[x.column(e)] = static_cast<double>(x[e]) * factor[i];
  }
  void clear(Index i, Array<double> &row) const {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) row[x.column(e)] = 0;
  }
};

template <class T>
UnitRows<T> unit_rows(const DataView<T> &X, ExecutionContext &run);

// The maximum number of entries of a sparse row.
template <class T>
Index longest_row(const UnitRows<T> &rows) noexcept {
  const CsrView<T> &X = rows.X.sparse();
  Index longest = 0;
  for (Index i = 0; i < X.rows; ++i) longest = std::max(longest, X.indptr[i + 1] - X.indptr[i]);
  return longest;
}

// <row, f_d x_d>, with `row` expanded over all columns. All cosines are computed by this loop, so
// that their bits cannot depend on the caller.
template <class T>
double dot_row(const double *row, const UnitRows<T> &rows, Index d) {
  double sum = 0;
  if (rows.X.is_counts()) {
    const DataRow<T> x = rows.X.row(d);
    for (Index e = 0; e < x.size(); ++e)
      sum += row[x.column(e)] * (static_cast<double>(x[e]) * rows.factor[d]);
    return sum;
  }
  if (rows.X.is_dense()) {
    const DataRow<T> x = rows.X.row(d);
    for (Index j = 0; j < x.size(); ++j)
      sum += row[j] * (static_cast<double>(x[j]) * rows.factor[d]);
    return sum;
  }
  const CsrView<T> &X = rows.X.sparse();
  const Index end = X.indptr[d + 1];
  for (Index e = X.indptr[d]; e < end; ++e) sum += row[X.indices[e]] * rows.scaled(d, e);
  return sum;
}

}  // namespace manifact
