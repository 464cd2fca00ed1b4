// The points that the rule for tables clusters: distinct rows in an order that depends neither on
// the order of the rows nor on the origin.
//
//   center_c   the lower median of column c
//   order      by |x - center|^2, rounded to 2^-30 of the mean; then value by value
//
// Equal rows are one point with their number as its mass.
#pragma once

#include <cstdint>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct PointSet {
  Dense<double> Y;            // distinct rows, minus the center
  Array<double> mass;         // the number of rows at each of them
  Array<std::int32_t> point;  // of each row that was given
  Array<double> center;
  Array<std::int32_t> row;  // of each point: one of the rows that are equal to it

  Index size() const noexcept { return Y.rows(); }
  double rows() const noexcept { return static_cast<double>(point.size()); }
};

// At most `most` rows, evenly spaced in the order above; kept: their numbers, ascending in the
// order (empty on return: all rows are used).
template <class T>
PointSet point_set(const DataView<T> &X, Index most, Array<std::int32_t> &kept,
                   ExecutionContext &run);

}  // namespace manifact
