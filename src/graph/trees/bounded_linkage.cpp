#include "graph/trees/bounded_linkage.hpp"

#include <map>
#include <numeric>
#include <utility>

namespace manifact {
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
