// Nearest-neighbor chains: both linkages are reducible, so that two groups that are nearest to each
// other can be joined immediately, in any order. The steps are sorted by height afterwards. O(k^2)
// (Murtagh 1983).
#include "topics/tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/array.hpp"
#include "runtime/error.hpp"
#include "topics/scores.hpp"

namespace manifact {
namespace {

std::size_t at_node(Index i) noexcept { return static_cast<std::size_t>(i); }

// The distances between topics, k x k, from their cosines.
Array<double> distances(const Model &model, const Array<double> &cosines, Linkage linkage,
                        ExecutionContext &run) {
  const Index k = model.k;
  Array<double> D = cosines.copy();
  std::vector<double> squares(at_node(k));
  for (Index j = 0; j < model.m && linkage == Linkage::ward; ++j)
    for (Index c = 0; c < k; ++c) {
      const double a = model.centroids[j * k + c];
      squares[at_node(c)] += a * a;
    }
  for (Index c = 0; c < k; ++c) {
    run.monitor.check();
    for (Index d = 0; d < k; ++d) {
      double &distance = D[c * k + d];
      if (linkage == Linkage::average) {
        distance = c == d ? 0 : 1 - distance;
        continue;
      }
      const double a = squares[at_node(c)], b = squares[at_node(d)],
                   n = static_cast<double>(model.sizes[c]), p = static_cast<double>(model.sizes[d]);
      distance = std::max(0.0, a + b - 2 * distance * std::sqrt(a) * std::sqrt(b));
      distance *= n + p > 0 ? n * p / (n + p) : 0;
    }
  }
  return D;
}

// Joins groups, each named by one of its topics.
class Joining {
 public:
  Joining(const Model &model, Linkage linkage, Array<double> distances)
      : k_(model.k), linkage_(linkage), D_(std::move(distances)) {
    for (const Index size : model.sizes) {
      sizes_.push_back(static_cast<double>(size));
      active_.push_back(size > 0);
    }
  }

  // Pairs of topics whose groups are joined, with the heights.
  std::vector<TreeStep> steps(const Monitor &monitor) {
    std::vector<TreeStep> steps;
    std::vector<Index> chain;
    auto left = std::count(active_.begin(), active_.end(), true);
    while (left > 1) {
      monitor.check();
      if (chain.empty()) chain.push_back(first_active());
      const Index last = chain.back(), before = chain.size() > 1 ? chain[chain.size() - 2] : -1,
                  next = nearest(last, before);
      if (next != before) {
        chain.push_back(next);
        continue;
      }
      steps.push_back({.first = std::min(last, before),
                       .second = std::max(last, before),
                       .height = D(last, before)});
      join(std::min(last, before), std::max(last, before));
      chain.resize(chain.size() - 2);
      --left;
    }
    return steps;
  }

 private:
  double &D(Index c, Index d) noexcept { return D_[c * k_ + d]; }

  Index first_active() const noexcept {
    return std::find(active_.begin(), active_.end(), true) - active_.begin();
  }

  // The nearest other group; `preferred` (or -1) among equals, so that a chain ends.
  Index nearest(Index c, Index preferred) noexcept {
    Index best = preferred;
    for (Index d = 0; d < k_; ++d)
      if (active_[at_node(d)] && d != c && (best < 0 || D(c, d) < D(c, best))) best = d;
    return best;
  }

  // The group of `b` becomes part of that of `a` (Lance, Williams 1967).
  void join(Index a, Index b) noexcept {
    const double n = sizes_[at_node(a)], p = sizes_[at_node(b)];
    active_[at_node(b)] = false;
    for (Index d = 0; d < k_; ++d) {
      if (!active_[at_node(d)] || d == a) continue;
      const double q = sizes_[at_node(d)];
      const double joined =
          linkage_ == Linkage::average
              ? (n * D(a, d) + p * D(b, d)) / (n + p)
              : ((n + q) * D(a, d) + (p + q) * D(b, d) - q * D(a, b)) / (n + p + q);
      D(a, d) = D(d, a) = joined;
    }
    sizes_[at_node(a)] += p;
  }

  Index k_;
  Linkage linkage_;
  Array<double> D_;
  std::vector<double> sizes_;
  std::vector<bool> active_;
};

// The topics under each node in their order; the ends that meet are the most similar.
std::vector<Index> leaves_in_order(const TopicTree &tree, const Array<double> &cosines, Index k,
                                   const Monitor &monitor) {
  std::vector<std::vector<Index>> leaves(at_node(2 * k - 1));
  for (Index c = 0; c < k; ++c) leaves[at_node(c)] = {c};
  for (std::size_t s = 0; s < tree.steps.size(); ++s) {
    monitor.check();
    std::vector<Index> left = std::move(leaves[at_node(tree.steps[s].first)]),
                       right = std::move(leaves[at_node(tree.steps[s].second)]);
    const auto distance = [&](Index c, Index d) { return 1 - cosines[c * k + d]; };
    const double ways[] = {
        distance(left.back(), right.front()), distance(left.back(), right.back()),
        distance(left.front(), right.front()), distance(left.front(), right.back())};
    const auto best = std::min_element(ways, ways + 4) - ways;
    if (best >= 2) std::reverse(left.begin(), left.end());
    if (best % 2 == 1) std::reverse(right.begin(), right.end());
    left.insert(left.end(), right.begin(), right.end());
    leaves[at_node(k) + s] = std::move(left);
  }
  return std::move(leaves.back());
}

}  // namespace

TopicTree topic_tree(const Model &model, Linkage linkage, ExecutionContext &run) {
  const Index k = model.k;
  check_similarities(model);
  run.monitor.enter("topic tree", model.m);
  Array<double> cosines(run.memory, k * k);
  cluster_similarities(model, cosines.data(), &run.monitor);
  TopicTree tree;
  tree.steps = Joining(model, linkage, distances(model, cosines, linkage, run)).steps(run.monitor);
  std::stable_sort(tree.steps.begin(), tree.steps.end(),
                   [](const TreeStep &a, const TreeStep &b) { return a.height < b.height; });
  // Rounding may place a step below those that it joins.
  double height = 0;
  for (TreeStep &step : tree.steps) height = step.height = std::max(height, step.height);
  const auto filled =
      std::find_if(model.sizes.begin(), model.sizes.end(), [](Index size) { return size > 0; });
  const Index root = filled == model.sizes.end() ? 0 : filled - model.sizes.begin();
  for (Index c = 0; c < k; ++c)
    if (model.sizes[c] == 0 && c != root)
      tree.steps.push_back(
          {.first = std::min(c, root), .second = std::max(c, root), .height = height});
  // From topics to the groups that hold them.
  std::vector<Index> node(at_node(k));
  std::iota(node.begin(), node.end(), 0);
  for (std::size_t s = 0; s < tree.steps.size(); ++s) {
    run.monitor.check();
    TreeStep &step = tree.steps[s];
    const Index a = node[at_node(step.first)], b = node[at_node(step.second)];
    for (Index &each : node)
      if (each == a || each == b) each = k + static_cast<Index>(s);
    step.first = a;
    step.second = b;
  }
  tree.order = leaves_in_order(tree, cosines, k, run.monitor);
  return tree;
}

std::vector<Index> cut(const TopicTree &tree, Index groups) {
  const Index k = static_cast<Index>(tree.order.size());
  std::vector<Index> top(at_node(2 * k - 1));
  std::iota(top.begin(), top.end(), 0);
  // From the last joined step down, so that each node knows its group.
  for (Index s = k - groups - 1; s >= 0; --s) {
    const TreeStep &step = tree.steps[at_node(s)];
    top[at_node(step.first)] = top[at_node(step.second)] = top[at_node(k + s)];
  }
  std::vector<Index> group(at_node(k), -1), number(at_node(2 * k - 1), -1);
  Index next = 0;
  for (Index c = 0; c < k; ++c) {
    Index &of = number[at_node(top[at_node(c)])];
    if (of < 0) of = next++;
    group[at_node(c)] = of;
  }
  return group;
}

}  // namespace manifact
