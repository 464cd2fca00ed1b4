#include "methods/start/merging.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/index.hpp"

namespace manifact {
namespace {

class Agglomeration {
 public:
  template <class T>
  Agglomeration(const Array<std::int32_t> &labels, const Dense<T> &means, double exponent,
                ExecutionContext &run)
      : count_(means.columns()),
        exponent_(exponent),
        means_(run.memory, means.columns(), means.rows()),
        sizes_(run.memory, count_),
        into_(run.memory, count_),
        nearest_(run.memory, count_),
        least_(run.memory, count_) {
    for (const std::int32_t c : labels)
      if (c >= 0) ++sizes_[c];
    for (Index c = 0; c < count_; ++c) {
      into_[c] = static_cast<std::int32_t>(c);
      left_ += sizes_[c] > 0 ? 1 : 0;
      for (Index d = 0; d < means.rows(); ++d) means_(c, d) = static_cast<double>(means(d, c));
    }
    for (Index c = 0; c < count_; ++c) find_nearest(c);
  }

  Index left() const noexcept { return left_; }

  // Merges the closest pair into the lower number.
  void merge() {
    Index a = -1;
    for (Index c = 0; c < count_; ++c)
      if (sizes_[c] > 0 && nearest_[c] >= 0 && (a < 0 || least_[c] < least_[a])) a = c;
    const Index b = nearest_[a];
    const double all = sizes_[a] + sizes_[b];
    for (Index d = 0; d < means_.columns(); ++d)
      means_(a, d) = (sizes_[a] * means_(a, d) + sizes_[b] * means_(b, d)) / all;
    sizes_[a] = all;
    sizes_[b] = 0;
    into_[b] = static_cast<std::int32_t>(a);
    --left_;
    for (Index c = 0; c <= a; ++c) update_nearest(c, a, b);
    for (Index c = a + 1; c < count_; ++c)
      if (nearest_[c] == b) find_nearest(c);
  }

  // The cluster that c was merged into.
  std::int32_t root(std::int32_t c) const noexcept {
    while (into_[c] != c) c = into_[c];
    return c;
  }

 private:
  double distance(Index a, Index b) const noexcept {
    double square = 0;
    for (Index d = 0; d < means_.columns(); ++d)
      square += (means_(a, d) - means_(b, d)) * (means_(a, d) - means_(b, d));
    return std::pow(sizes_[a] * sizes_[b] / (sizes_[a] + sizes_[b]), exponent_) * square;
  }

  // The nearest cluster of a higher number; -1: there is none.
  void find_nearest(Index c) {
    nearest_[c] = -1;
    least_[c] = std::numeric_limits<double>::infinity();
    for (Index d = c + 1; d < count_ && sizes_[c] > 0; ++d)
      if (sizes_[d] > 0) consider(c, d);
  }

  void consider(Index c, Index d) {
    const double away = distance(c, d);
    if (!(away < least_[c])) return;
    least_[c] = away;
    nearest_[c] = static_cast<std::int32_t>(d);
  }

  // After b was merged into a.
  void update_nearest(Index c, Index a, Index b) {
    if (sizes_[c] == 0) return;
    if (c == a || nearest_[c] == a || nearest_[c] == b)
      find_nearest(c);
    else
      consider(c, a);
  }

  Index count_, left_ = 0;
  double exponent_;
  Dense<double> means_;  // a row per cluster
  Array<double> sizes_;  // 0: merged into another, or empty
  Array<std::int32_t> into_, nearest_;
  Array<double> least_;  // the distance to `nearest_`
};

}  // namespace

template <class T>
void merge_clusters(Array<std::int32_t> &labels, const Dense<T> &means, Index k, double exponent,
                    ExecutionContext &run) {
  Agglomeration clusters(labels, means, exponent, run);
  while (clusters.left() > k) {
    run.monitor.check();
    clusters.merge();
  }
  Array<std::int32_t> numbers(run.memory, means.columns());
  std::int32_t next = 0;
  for (Index c = 0; c < means.columns(); ++c) numbers[c] = -1;
  Array<bool> used(run.memory, means.columns());
  for (const std::int32_t c : labels)
    if (c >= 0) used[clusters.root(c)] = true;
  for (Index c = 0; c < means.columns(); ++c)
    if (used[c]) numbers[c] = next++;
  for (std::int32_t &c : labels)
    if (c >= 0) c = numbers[clusters.root(c)];
}

template void merge_clusters<float>(Array<std::int32_t> &, const Dense<float> &, Index, double,
                                    ExecutionContext &);
template void merge_clusters<double>(Array<std::int32_t> &, const Dense<double> &, Index, double,
                                     ExecutionContext &);

}  // namespace manifact
