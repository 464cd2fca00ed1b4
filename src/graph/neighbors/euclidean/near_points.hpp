// The q nearest of the other points by Euclidean distance, exactly; points are few-dimensional
// rows, such as memberships.
//
//   d_ij = sum_c (y_ic - y_jc)^2, columns in their order
//
// Nearer goes by that double, ties by the lower index; a point is no neighbor of itself, its
// duplicates are. How the search goes about it and the number of threads change no bit of the
// result.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/neighbors/euclidean/near_point.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

class PointSearch {
 public:
  virtual ~PointSearch() = default;

  // For row rows[r] of Y, near[r*q ..]: its q nearest, nearest first. q <= n - 1. rows null: all of
  // them, count = n. limits, by row of the result: none of its q is farther than that (null: not
  // known).
  virtual void nearest(const std::int32_t *rows, Index count, Index q, NearPoint *near,
                       ExecutionContext &run, const double *limits = nullptr) const = 0;
};

// A tree of boxes, which pays while the columns are few, or the points in groups.
std::unique_ptr<PointSearch> box_tree(const Dense<double> &Y, ExecutionContext &run);

// All pairs in float first, and exactly those that this leaves in doubt. Y must stay.
std::unique_ptr<PointSearch> all_pairs(const Dense<double> &Y, ExecutionContext &run);

// Whichever will be faster for q nearest: where the columns are neither few nor many, by how much
// of the tree some of the points have to see. Y must be finite, have at least 2 rows, and stay.
std::unique_ptr<PointSearch> point_search(const Dense<double> &Y, Index q, ExecutionContext &run);

// n x q of all points. `before`, n x q: indices of q others of each, near if possible, so that the
// search knows where to end (null: none).
Array<NearPoint> nearest_points(const Dense<double> &Y, Index q, ExecutionContext &run,
                                const std::int32_t *before = nullptr);

// Row i: its count[i] entries from rows[i] on, as `distance` and column, in any order: they are
// sorted here. n x n.
Csr<double> packed_rows(const Array<NearPoint *> &rows, const Array<Index> &count,
                        ExecutionContext &run);

}  // namespace manifact
