// The q nearest other points by Euclidean distance, exactly; points are low-dimensional rows, such
// as memberships.
//
//   d_ij = sum_c (y_ic - y_jc)^2, columns in their order
//
// Neighbors are ordered by this double, ties by the lower index. A point is not its own neighbor,
// but its duplicates are. Neither the search strategy nor the number of threads changes a bit of
// the result.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/neighbors/euclidean/near_point.hpp"
#include "linalg/data/points.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

class PointSearch {
 public:
  virtual ~PointSearch() = default;

  // For row rows[r] of Y, near[r*q ..]: its q nearest in ascending order of distance. q <= n - 1.
  // rows null: all rows, count = n. limits, by row of the result: upper bounds on the distance of
  // the q nearest (null: unknown).
  virtual void nearest(const std::int32_t *rows, Index count, Index q, NearPoint *near,
                       ExecutionContext &run, const double *limits = nullptr) const = 0;
};

// A tree of boxes, faster if there are few columns or the points are clustered.
std::unique_ptr<PointSearch> box_tree(const PointView &Y, ExecutionContext &run);

// All pairs in float first, then exactly for those that this cannot decide. The values of Y must
// outlive the result.
std::unique_ptr<PointSearch> all_pairs(const PointView &Y, ExecutionContext &run);

// Of each point of `queries`, the q nearest of Y, near[i*q ..]; q <= rows of Y. By a tree of boxes.
Array<NearPoint> nearest_points_of(const PointView &queries, const PointView &Y, Index q,
                                   ExecutionContext &run);

// Like point_search, with a share of the work. For each point a tree visits `most` blocks of eight
// points, nearest boxes first.
class LimitedSearch {
 public:
  LimitedSearch(const PointView &Y, ExecutionContext &run);
  ~LimitedSearch();

  Index blocks() const noexcept;  // of all points
  // Blocks that an exact search for q neighbors of a point visits, on average over some points.
  double exact_blocks(Index q, ExecutionContext &run) const;
  void nearest(const std::int32_t *rows, Index count, Index q, Index most, NearPoint *near,
               ExecutionContext &run) const;

 private:
  std::unique_ptr<class BoxTree> tree_;
};

// The strategy expected to be faster for q nearest. If the number of columns is intermediate, this
// is decided by the part of the tree that some points visit. Y must be finite, have at least
// 2 rows, and its values must outlive the result.
std::unique_ptr<PointSearch> point_search(const PointView &Y, Index q, ExecutionContext &run);

// n x q for all points. `before`, n x q: indices of q others of each point, preferably near ones,
// which bound the search (null: none).
Array<NearPoint> nearest_points(const PointView &Y, Index q, ExecutionContext &run,
                                const std::int32_t *before = nullptr);

// Row i: its count[i] entries from rows[i] on, with `distance` as the value and the index as the
// column, in any order; they are sorted here. n x n.
Csr<double> packed_rows(const Array<NearPoint *> &rows, const Array<Index> &count,
                        ExecutionContext &run);

}  // namespace manifact
