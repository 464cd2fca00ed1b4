// The q nearest other points by Euclidean distance, exactly; points are low-dimensional rows, such
// as memberships.
//
//   d_ij = sum_c (y_ic - y_jc)^2, columns in their order
//
// Neighbors are ordered by this double, ties by the lower index. A point is not its own neighbor,
// but its duplicates are. Neither the search strategy nor the number of threads changes a bit of
// the result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "linalg/data/data_view.hpp"
#include "linalg/simd/distances.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A neighbor with its squared distance, and the order of neighbors.
struct NearPoint {
  double distance;  // squared
  std::int32_t index;
  bool operator<(const NearPoint &other) const noexcept {
    return distance < other.distance || (distance == other.distance && index < other.index);
  }
};

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

// Points in interleaved blocks of eight (linalg/simd/distances.hpp), and the nearest points found
// so far. For the searches of near_points.hpp.

constexpr Index lanes = DistanceKernels::lanes;

struct PointBlocks {
  Index n = 0, d = 0;
  Array<std::int32_t> order;  // point at position l of block b: order[8 b + l]; -1 beyond the last
  // d x 8 per block; infinite beyond the last point, so that these are never near.
  Array<double> values;

  Index count() const noexcept { return (n + lanes - 1) / lanes; }
  const double *block(Index b) const noexcept { return values.data() + b * d * lanes; }
};

// In this order of the points; empty: the given order.
PointBlocks point_blocks(const PointView &Y, Array<std::int32_t> order, ExecutionContext &run);

// A heap of at most q points with the farthest on top, in the memory of the result.
class Nearest {
 public:
  Index met = 0;                                   // visited blocks of points
  Index most = std::numeric_limits<Index>::max();  // blocks to visit, if q points were found

  Nearest() noexcept = default;
  Nearest(NearPoint *space, Index q, std::int32_t self, double limit) noexcept
      : best_(space), q_(q), self_(self), limit_(limit) {}

  bool done() const noexcept { return met >= most && count_ == q_; }
  double limit() const noexcept { return limit_; }  // farther points are discarded
  // Whether a point may qualify whose distance and index are at least these.
  bool wants(double distance, std::int32_t index) const noexcept {
    return distance < limit_ || (distance == limit_ && !(count_ == q_ && best_[0].index < index &&
                                                         best_[0].distance == limit_));
  }
  void offer(double distance, std::int32_t index) noexcept {
    const NearPoint point{distance, index};
    if (index < 0 || index == self_) return;
    if (count_ == q_) {
      if (!(point < best_[0])) return;
      std::pop_heap(best_, best_ + count_--);
    }
    best_[count_++] = point;
    std::push_heap(best_, best_ + count_);
    if (count_ == q_) limit_ = best_[0].distance;
  }
  void sort() noexcept { std::sort_heap(best_, best_ + count_); }

 private:
  NearPoint *best_ = nullptr;
  Index q_ = 0, count_ = 0;
  std::int32_t self_ = -1;
  double limit_ = std::numeric_limits<double>::infinity();
};

// task(begin, end, scratch) for consecutive parts of `count` rows, each thread with its own scratch
// memory of this size. Can be cancelled between tasks.
template <class Task>
void each_task(Index count, Index rows, Index scratch_size, ExecutionContext &run,
               const Task &task) {
  const Index threads = std::min(run.pool.threads(), (count + rows - 1) / rows);
  Array<double> scratch(run.memory, threads * scratch_size);
  parallel_rows(run, threads, 0, count, rows, [&](Index t, Index begin, Index end) {
    task(begin, end, scratch.data() + t * scratch_size);
  });
}

inline double limit_of(const double *limits, Index r) noexcept {
  return limits != nullptr ? limits[r] : std::numeric_limits<double>::infinity();
}

}  // namespace manifact
