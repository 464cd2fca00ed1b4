#include "graph/spanning_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "graph/neighbors/euclidean/near_points.hpp"

namespace manifact {
namespace {

// The open points, those outside the tree, in blocks of eight, each with its nearest point of the
// tree. Places of points that joined are closed; when half of all places are closed, the others are
// moved together.
class Prim {
 public:
  Prim(const PointView &Y, const double *core, ExecutionContext &run)
      : Y_(Y),
        core_(core),
        blocks_(point_blocks(Y, Array<std::int32_t>(), run)),
        places_(blocks_.count() * lanes),
        best_(run.memory, places_),
        from_(run.memory, places_),
        farthest_(run.memory, blocks_.count()),
        point_(run.memory, Y.columns()),
        tree_(run.memory, Y.rows() - 1) {
    std::fill(best_.begin(), best_.end(), INFINITY);
    std::fill(farthest_.begin(), farthest_.end(), INFINITY);
  }

  void grow(const Monitor &monitor) noexcept {
    const Index n = Y_.rows();
    std::int32_t current = 0;
    close(0);
    for (Index e = 0; e < n - 1; ++e) {
      if (e % 256 == 0 && monitor.cancelled()) return;
      const Index place = nearest_after(current);
      const std::int32_t next = blocks_.order[place];
      tree_[e] = {.length = best_[place],
                  .a = std::min(next, from_[place]),
                  .b = std::max(next, from_[place])};
      close(place);
      current = next;
      if (2 * (n - 2 - e) < places_ && places_ > 8 * lanes) compact();
    }
    std::sort(tree_.begin(), tree_.end());
  }

  Array<TreeEdge> take() { return std::move(tree_); }

 private:
  void close(Index place) noexcept {
    double *const values = blocks_.values.data() + place / lanes * blocks_.d * lanes;
    for (Index c = 0; c < blocks_.d; ++c) values[c * lanes + place % lanes] = INFINITY;
    best_[place] = INFINITY;
    blocks_.order[place] = -1;
  }

  // Takes the distances to the point that joined last; returns the place of the nearest open point.
  Index nearest_after(std::int32_t current) noexcept {
    const double *const y = Y_.row(current, point_.data());
    std::array<double, lanes> distance;
    Index nearest = -1;
    for (Index b = 0; b < places_ / lanes; ++b) {
      distance_kernels().points(blocks_.block(b), blocks_.d, y, farthest_[b], distance.data());
      double farthest = 0;
      for (Index l = 0; l < lanes; ++l) {
        const Index place = b * lanes + l;
        const std::int32_t i = blocks_.order[place];
        if (i < 0) continue;
        double length = distance[static_cast<std::size_t>(l)];
        if (core_ != nullptr) length = std::max({length, core_[current], core_[i]});
        if (length < best_[place] || (length == best_[place] && current < from_[place])) {
          best_[place] = length;
          from_[place] = current;
        }
        farthest = std::max(farthest, best_[place]);
        if (nearest < 0 || best_[place] < best_[nearest] ||
            (best_[place] == best_[nearest] && i < blocks_.order[nearest]))
          nearest = place;
      }
      farthest_[b] = farthest;
    }
    return nearest;
  }

  void compact() noexcept {
    Index to = 0;
    for (Index place = 0; place < places_; ++place) {
      if (blocks_.order[place] < 0) continue;
      if (to != place) {
        const double *const source = blocks_.block(place / lanes) + place % lanes;
        double *const target = blocks_.values.data() + to / lanes * blocks_.d * lanes + to % lanes;
        for (Index c = 0; c < blocks_.d; ++c) target[c * lanes] = source[c * lanes];
        best_[to] = best_[place];
        from_[to] = from_[place];
        blocks_.order[to] = blocks_.order[place];
      }
      ++to;
    }
    const Index kept = (to + lanes - 1) / lanes * lanes;
    for (Index place = to; place < kept; ++place) close(place);
    places_ = kept;
    std::fill(farthest_.begin(), farthest_.end(), INFINITY);
  }

  PointView Y_;
  const double *core_;
  PointBlocks blocks_;
  Index places_;
  Array<double> best_;        // of an open place: the shortest length to the tree
  Array<std::int32_t> from_;  // its other end
  Array<double> farthest_;    // of a block: the largest of best_
  Array<double> point_;
  Array<TreeEdge> tree_;
};

}  // namespace

SpanningTrees spanning_trees(const PointView &Y, const Array<double> &core, ExecutionContext &run) {
  if (Y.rows() < 2) return {};
  std::array<Prim, 2> growing = {Prim(Y, nullptr, run), Prim(Y, core.data(), run)};
  run.pool.each(2, [&](Index t) { growing[static_cast<std::size_t>(t)].grow(run.monitor); });
  run.monitor.check();
  return {.distance = growing[0].take(), .reachability = growing[1].take()};
}

namespace {

// The clusters: a forest of points, and the number of clusters of each size.
class Clusters {
 public:
  Clusters(const Array<double> &mass, ExecutionContext &run)
      : parent_(run.memory, mass.size()), size_(mass.copy()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const double s : mass) {
      ++counts_[s];
      total_ += s;
    }
    left_ = mass.size();
  }

  Index left() const noexcept { return left_; }
  double size(std::int32_t i) noexcept { return size_[find(i)]; }
  double smallest() const noexcept { return counts_.begin()->first; }

  std::int32_t find(std::int32_t i) noexcept {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void merge(std::int32_t i, std::int32_t j) {
    std::int32_t a = find(i), b = find(j);
    if (a > b) std::swap(a, b);
    forget(size_[a]);
    forget(size_[b]);
    parent_[b] = a;
    ++counts_[size_[a] += size_[b]];
    --left_;
  }

  double gini() const noexcept {
    double differences = 0, count = 0, sum = 0;
    for (const auto &[s, q] : counts_) {
      const auto n = static_cast<double>(q);
      differences += n * (s * count - sum);
      count += n;
      sum += n * s;
    }
    return left_ > 1 ? differences / (static_cast<double>(left_ - 1) * total_) : 0;
  }

 private:
  void forget(double s) {
    const auto at = counts_.find(s);
    if (--at->second == 0) counts_.erase(at);
  }

  Array<std::int32_t> parent_;
  Array<double> size_;  // of a root
  std::map<double, Index> counts_;
  double total_ = 0;
  Index left_ = 0;
};

}  // namespace

Array<std::int32_t> bounded_linkage(const Array<TreeEdge> &tree, const Array<double> &mass, Index k,
                                    double g, ExecutionContext &run) {
  const Index n = mass.size(), edges = tree.size();
  Clusters clusters(mass, run);
  // The edges that are left, as a list: next of e is next[e + 1], the first is next[0].
  Array<Index> next(run.memory, edges + 1);
  std::iota(next.begin(), next.end(), Index{0});
  // No edge up to the one before `start` touches a cluster of size `looked`: clusters only grow.
  Index start = 0;
  double looked = -1;
  for (Index step = 0; clusters.left() > k; ++step) {
    if (step % 1024 == 0) run.monitor.check();
    Index before = 0;
    if (clusters.gini() > g) {
      const double s = clusters.smallest();
      if (s == looked) before = start;
      while (clusters.size(tree[next[before]].a) != s && clusters.size(tree[next[before]].b) != s)
        before = next[before] + 1;
      looked = s;
      start = before;
    }
    const Index e = next[before];
    clusters.merge(tree[e].a, tree[e].b);
    next[before] = next[e + 1];
    if (start == e + 1) start = before;
  }
  Array<std::int32_t> labels(run.memory, n), number(run.memory, n);
  std::fill(number.begin(), number.end(), -1);
  std::int32_t found = 0;
  for (std::int32_t i = 0; i < n; ++i) {
    std::int32_t &c = number[clusters.find(i)];
    if (c < 0) c = found++;
    labels[i] = c;
  }
  return labels;
}

}  // namespace manifact
