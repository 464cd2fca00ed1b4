// Points in interleaved blocks of eight (linalg/simd/distances.hpp), and the nearest points found
// so far. For the searches of near_points.hpp.
#pragma once

#include <algorithm>
#include <limits>

#include "graph/neighbors/euclidean/near_point.hpp"
#include "linalg/data/points.hpp"
#include "linalg/simd/distances.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {

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
