// A tree of bounding boxes with eight children per node: points are split at the median of the
// widest column until eight are left, and are stored in blocks of eight, as are the boxes around
// eight blocks, and the boxes around eight of those. A box farther than the q-th nearest so far is
// skipped: its distance never exceeds that to a point in it, even in the last bit
// (linalg/simd/distances.hpp). A box at the same distance is skipped too if all its points follow
// that neighbor by index. Identical points are not split but ordered by index, so that after the
// first of them the others are skipped.
#include <array>
#include <vector>

#include "graph/neighbors/euclidean/near_points.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index tree_queries = 64;  // points per task

struct Level {
  Index count = 0;            // boxes; block b has boxes 8 b .. 8 b + 7
  Array<double> boxes;        // d x (8 low, 8 high) per block
  Array<std::int32_t> least;  // by box: the lowest index in it
};

}  // namespace

class BoxTree final : public PointSearch {
 public:
  BoxTree(const PointView &Y, ExecutionContext &run) : Y_(Y) {
    Array<std::int32_t> order(run.memory, (Y.rows() + lanes - 1) / lanes * lanes);
    for (Index i = 0; i < order.size(); ++i)
      order[i] = i < Y.rows() ? static_cast<std::int32_t>(i) : -1;
    cut(order.data(), Y.rows());
    points_ = point_blocks(Y, std::move(order), run);
    levels_.push_back(around_points(run));
    while (levels_.back().count > lanes) levels_.push_back(around(levels_.back(), run));
  }

  // The share of all blocks of points that is visited to find the q nearest of a point, averaged
  // over some evenly spaced points.
  double share_met(Index q, ExecutionContext &run) const {
    constexpr Index most = 64;
    const Index some = std::min(most, Y_.rows());
    Array<NearPoint> near(run.memory, q);
    Array<double> scratch(run.memory, Y_.columns());
    Index met = 0;
    for (Index r = 0; r < some; ++r) {
      const Index i = r * Y_.rows() / some;
      Nearest best(near.data(), q, static_cast<std::int32_t>(i), limit_of(nullptr, 0));
      visit(static_cast<Index>(levels_.size()), 0, Y_.row(i, scratch.data()), best);
      met += best.met;
    }
    return static_cast<double>(met) / static_cast<double>(some * points_.count());
  }

  void nearest(const std::int32_t *rows, Index count, Index q, NearPoint *near,
               ExecutionContext &run, const double *limits) const override {
    nearest(rows, count, q, std::numeric_limits<Index>::max(), near, run, limits);
  }
  void nearest(const std::int32_t *rows, Index count, Index q, Index most, NearPoint *near,
               ExecutionContext &run, const double *limits) const {
    each_task(count, tree_queries, Y_.columns(), run, [&](Index begin, Index end, double *scratch) {
      for (Index r = begin; r < end; ++r) {
        // All points are processed in tree order, since adjacent points visit the same blocks.
        const std::int32_t i = rows != nullptr ? rows[r] : points_.order[r];
        const Index to = rows != nullptr ? r : i;
        Nearest best(near + to * q, q, i, limit_of(limits, to));
        best.most = most;
        visit(static_cast<Index>(levels_.size()), 0, Y_.row(i, scratch), best);
        best.sort();
      }
    });
  }

  void nearest_of(const PointView &queries, Index q, NearPoint *near, ExecutionContext &run) const {
    each_task(queries.rows(), tree_queries, Y_.columns(), run,
              [&](Index begin, Index end, double *scratch) {
                for (Index i = begin; i < end; ++i) {
                  Nearest best(near + i * q, q, -1, limit_of(nullptr, 0));
                  visit(static_cast<Index>(levels_.size()), 0, queries.row(i, scratch), best);
                  best.sort();
                }
              });
  }

  Index blocks() const noexcept { return points_.count(); }

 private:
  // The number of blocks in a half is a power of two, so that eight consecutive blocks are one part
  // of the split.
  void cut(std::int32_t *begin, Index count) const {
    if (count <= lanes) return;
    Index half = lanes;
    while (2 * half < count) half *= 2;
    Index widest = 0;
    double width = -1;
    std::vector<double> low(static_cast<std::size_t>(Y_.columns()),
                            std::numeric_limits<double>::infinity()),
        high(low.size(), -low[0]);
    for (Index l = 0; l < count; ++l)
      for (std::size_t c = 0; c < low.size(); ++c) {
        const double y = Y_(begin[l], static_cast<Index>(c));
        low[c] = y < low[c] ? y : low[c];
        high[c] = y > high[c] ? y : high[c];
      }
    for (std::size_t c = 0; c < low.size(); ++c)
      if (high[c] - low[c] > width) {
        width = high[c] - low[c];
        widest = static_cast<Index>(c);
      }
    if (!(width > 0)) return std::sort(begin, begin + count);
    std::nth_element(begin, begin + half, begin + count, [&](std::int32_t a, std::int32_t b) {
      return Y_(a, widest) < Y_(b, widest) || (Y_(a, widest) == Y_(b, widest) && a < b);
    });
    cut(begin, half);
    cut(begin + half, count - half);
  }

  Level empty_level(Index count, ExecutionContext &run) const {
    const Index blocks = (count + lanes - 1) / lanes;
    Level level{count, Array<double>(run.memory, blocks * points_.d * 2 * lanes),
                Array<std::int32_t>(run.memory, count)};
    for (std::int32_t &index : level.least) index = std::numeric_limits<std::int32_t>::max();
    for (Index e = 0; e < level.boxes.size(); ++e)
      level.boxes[e] = e % (2 * lanes) < lanes ? std::numeric_limits<double>::infinity()
                                               : -std::numeric_limits<double>::infinity();
    return level;
  }

  Level around_points(ExecutionContext &run) const {
    Level level = empty_level(points_.count(), run);
    for (Index place = 0; place < points_.order.size(); ++place)
      if (const std::int32_t i = points_.order[place]; i >= 0)
        level.least[place / lanes] = std::min(level.least[place / lanes], i);
    for (Index b = 0; b < level.count; ++b)
      for (Index c = 0; c < points_.d; ++c) {
        double *const box =
            level.boxes.data() + (b / lanes * points_.d + c) * 2 * lanes + b % lanes;
        const double *const y = points_.block(b) + c * lanes;
        for (Index l = 0; l < lanes; ++l) {
          if (points_.order[b * lanes + l] < 0) continue;
          box[0] = std::min(box[0], y[l]);
          box[lanes] = std::max(box[lanes], y[l]);
        }
      }
    return level;
  }

  Level around(const Level &below, ExecutionContext &run) const {
    Level level = empty_level((below.count + lanes - 1) / lanes, run);
    for (Index b = 0; b < below.count; ++b)
      level.least[b / lanes] = std::min(level.least[b / lanes], below.least[b]);
    for (Index b = 0; b < level.count; ++b)
      for (Index c = 0; c < points_.d; ++c) {
        double *const box =
            level.boxes.data() + (b / lanes * points_.d + c) * 2 * lanes + b % lanes;
        const double *const part = below.boxes.data() + (b * points_.d + c) * 2 * lanes;
        box[0] = *std::min_element(part, part + lanes);
        box[lanes] = *std::max_element(part + lanes, part + 2 * lanes);
      }
    return level;
  }

  // Visits block `b` at height `level` above the points.
  void visit(Index level, Index b, const double *y, Nearest &best) const noexcept {
    if (best.done()) return;
    std::array<double, lanes> distance;
    if (level == 0) {
      ++best.met;
      distance_kernels().points(points_.block(b), points_.d, y, best.limit(), distance.data());
      for (std::size_t l = 0; l < lanes; ++l)
        if (distance[l] <= best.limit())
          best.offer(distance[l], points_.order[b * lanes + static_cast<Index>(l)]);
      return;
    }
    const Level &boxes = levels_[static_cast<std::size_t>(level - 1)];
    distance_kernels().boxes(boxes.boxes.data() + b * points_.d * 2 * lanes, points_.d, y,
                             best.limit(), distance.data());
    std::array<NearPoint, lanes> nearer;
    std::size_t count = 0;
    for (std::size_t l = 0; l < lanes; ++l) {
      const auto child = b * lanes + static_cast<Index>(l);
      if (child >= boxes.count || !best.wants(distance[l], boxes.least[child])) continue;
      std::size_t to = count++;
      for (; to > 0 && distance[l] < nearer[to - 1].distance; --to) nearer[to] = nearer[to - 1];
      nearer[to] = {distance[l], static_cast<std::int32_t>(child)};
    }
    for (std::size_t l = 0; l < count && nearer[l].distance <= best.limit(); ++l)
      if (best.wants(nearer[l].distance, boxes.least[nearer[l].index]))
        visit(level - 1, nearer[l].index, y, best);
  }

  PointView Y_;
  PointBlocks points_;
  // Boxes around blocks of points, then around blocks of boxes; the last level is one block.
  std::vector<Level> levels_;
};

std::unique_ptr<PointSearch> box_tree(const PointView &Y, ExecutionContext &run) {
  return std::make_unique<BoxTree>(Y, run);
}

Array<NearPoint> nearest_points_of(const PointView &queries, const PointView &Y, Index q,
                                   ExecutionContext &run) {
  Array<NearPoint> near(run.memory, queries.rows() * q);
  if (q > 0) BoxTree(Y, run).nearest_of(queries, q, near.data(), run);
  return near;
}

LimitedSearch::LimitedSearch(const PointView &Y, ExecutionContext &run)
    : tree_(std::make_unique<BoxTree>(Y, run)) {}
LimitedSearch::~LimitedSearch() = default;

Index LimitedSearch::blocks() const noexcept { return tree_->blocks(); }
double LimitedSearch::exact_blocks(Index q, ExecutionContext &run) const {
  return tree_->share_met(q, run) * static_cast<double>(tree_->blocks());
}
void LimitedSearch::nearest(const std::int32_t *rows, Index count, Index q, Index most,
                            NearPoint *near, ExecutionContext &run) const {
  tree_->nearest(rows, count, q, most, near, run, nullptr);
}

std::unique_ptr<PointSearch> point_search(const PointView &Y, Index q, ExecutionContext &run) {
  constexpr Index few = 8, many = 200;  // columns
  constexpr double most = 0.2;          // the share of blocks up to which a tree is faster
  if (Y.columns() > many) return all_pairs(Y, run);
  auto tree = std::make_unique<BoxTree>(Y, run);
  if (Y.columns() > few && tree->share_met(q, run) > most) return all_pairs(Y, run);
  return tree;
}

}  // namespace manifact
