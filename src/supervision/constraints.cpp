#include "supervision/constraints.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

using Number = long long;

// Disjoint sets of documents; the lowest document represents its set.
class Groups {
 public:
  explicit Groups(Index n) : parent_(static_cast<std::size_t>(n)) {
    for (Index i = 0; i < n; ++i) parent_[static_cast<std::size_t>(i)] = i;
  }
  Index find(Index i) {
    Index root = i;
    while (at(root) != root) root = at(root);
    while (at(i) != root) i = std::exchange(at(i), root);
    return root;
  }
  void join(Index i, Index j) {
    i = find(i);
    j = find(j);
    at(std::max(i, j)) = std::min(i, j);
  }

 private:
  Index &at(Index i) { return parent_[static_cast<std::size_t>(i)]; }
  std::vector<Index> parent_;
};

void take_labels(Constraints &c, const std::int32_t *labels,
                 const std::shared_ptr<Memory> &memory) {
  std::set<Index> names;
  for (Index i = 0; i < c.n; ++i) {
    if (labels[i] < -1)
      fail(Status::value, "labels[%lld] is %d: a class must be at least 0, or -1 if unknown",
           static_cast<Number>(i), labels[i]);
    if (labels[i] >= 0) names.insert(labels[i]);
  }
  if (names.empty()) return;
  c.class_labels.assign(names.begin(), names.end());
  c.classes = Array<std::int32_t>(memory, c.n);
  for (Index i = 0; i < c.n; ++i) {
    const auto name = std::lower_bound(c.class_labels.begin(), c.class_labels.end(), labels[i]);
    c.classes[i] = labels[i] < 0 ? -1 : static_cast<std::int32_t>(name - c.class_labels.begin());
    c.labeled += labels[i] < 0 ? 0 : 1;
  }
}

Pair checked_pair(Index n, Index p, Index i, Index j, double weight) {
  const auto number = [](Index x) { return static_cast<Number>(x); };
  if (i < 0 || i >= n || j < 0 || j >= n)
    fail(Status::structure, "pair %lld is (%lld, %lld), but the documents are 0 to %lld", number(p),
         number(i), number(j), number(n - 1));
  if (!(weight >= -1 && weight <= 1))
    fail(Status::value, "pair %lld has the weight %g, which is not in [-1, 1]", number(p), weight);
  if (i == j && weight < 0)
    fail(Status::value, "pair %lld is a cannot-link of document %lld with itself", number(p),
         number(i));
  return {.first = std::min(i, j), .second = std::max(i, j), .weight = weight};
}

bool before(const Pair &a, const Pair &b) {
  return a.first != b.first ? a.first < b.first : a.second < b.second;
}
bool same(const Pair &a, const Pair &b) { return a.first == b.first && a.second == b.second; }

// Merges repeated pairs into one with the mean of their weights.
void take_pairs(Constraints &c, std::vector<Pair> &unmerged) {
  std::stable_sort(unmerged.begin(), unmerged.end(), before);
  for (std::size_t begin = 0, end = 0; begin < unmerged.size(); begin = end) {
    double sum = 0;
    bool together = false, apart = false;
    for (end = begin; end < unmerged.size() && same(unmerged[begin], unmerged[end]); ++end) {
      sum += unmerged[end].weight;
      together |= unmerged[end].weight > 0;
      apart |= unmerged[end].weight < 0;
    }
    const Pair pair{.first = unmerged[begin].first,
                    .second = unmerged[begin].second,
                    .weight = sum / static_cast<double>(end - begin)};
    c.repeated += static_cast<Index>(end - begin) - 1;
    const int label = label_relation(c, pair.first, pair.second);
    if ((together && apart) || label * pair.weight < 0) c.contradictions.push_back(pair);
    if (pair.weight != 0) c.pairs.push_back(pair);
  }
}

// The groups of documents chained by labels and must-links of weight 1, and the cannot-links
// between them: what implies the pairs of a closure.
class ChainedGroups {
 public:
  explicit ChainedGroups(const Constraints &c) : c_(c), group_(linked_groups(c)) {
    for (const Pair &pair : c.conflicts) conflicted_.insert(group_of(pair.first));
    for (Index i = 0; i < c.n; ++i)
      if (group_of(i) != i) members_[group_of(i)].push_back(i);
    for (auto &[head, documents] : members_) documents.insert(documents.begin(), head);
    for (const Pair &pair : c.pairs) {
      const Index a = group_of(pair.first), b = group_of(pair.second);
      if (conflicted_.count(a) + conflicted_.count(b) > 0 || (pair.weight > 0 && a != b))
        as_given_.push_back(pair);
      else if (pair.weight < 0)
        take_apart({std::min(a, b), std::max(a, b)}, pair.weight);
    }
  }

  // Those that labels imply are not counted.
  double pairs() const {
    double sum = static_cast<double>(as_given_.size());
    for (const auto &[head, documents] : members_)
      if (conflicted_.count(head) == 0) sum += pairs_within(documents);
    for (const auto &[groups, weight] : apart_) sum += pairs_between(groups.first, groups.second);
    return sum;
  }

  // Unsorted; a pair occurs twice if it is given as a must-link of smaller weight as well.
  std::vector<Pair> implied() const {
    std::vector<Pair> pairs = as_given_;
    const auto add = [&](Index i, Index j, double weight) {
      if (label_relation(c_, i, j) != (weight > 0 ? 1 : -1))
        pairs.push_back({.first = std::min(i, j), .second = std::max(i, j), .weight = weight});
    };
    for (const auto &[head, documents] : members_)
      for (std::size_t a = 0; a < documents.size() && conflicted_.count(head) == 0; ++a)
        for (std::size_t b = a + 1; b < documents.size(); ++b) add(documents[a], documents[b], 1);
    for (const auto &[groups, weight] : apart_)
      for (const Index i : members_of(groups.first))
        for (const Index j : members_of(groups.second)) add(i, j, weight);
    return pairs;
  }

 private:
  using TwoGroups = std::pair<Index, Index>;
  using Counts = std::map<std::int32_t, double>;  // documents of each class

  Index group_of(Index i) const { return group_[static_cast<std::size_t>(i)]; }

  std::vector<Index> members_of(Index head) const {
    const auto found = members_.find(head);
    return found == members_.end() ? std::vector<Index>{head} : found->second;
  }

  // Of several cannot-links between two groups, the strongest.
  void take_apart(const TwoGroups &groups, double weight) {
    const auto [known, is_new] = apart_.emplace(groups, weight);
    if (!is_new) known->second = std::min(known->second, weight);
  }

  Counts classes_of(const std::vector<Index> &documents) const {
    Counts counts;
    for (const Index i : documents)
      if (c_.labeled > 0 && c_.classes[i] >= 0) ++counts[c_.classes[i]];
    return counts;
  }

  double pairs_within(const std::vector<Index> &documents) const {
    const auto size = static_cast<double>(documents.size());
    double pairs = size * (size - 1) / 2;
    for (const auto &[label, count] : classes_of(documents)) pairs -= count * (count - 1) / 2;
    return pairs;
  }

  double pairs_between(Index a, Index b) const {
    const std::vector<Index> left = members_of(a), right = members_of(b);
    double pairs = static_cast<double>(left.size()) * static_cast<double>(right.size());
    const Counts of_right = classes_of(right);
    for (const auto &[label, count] : classes_of(left))
      for (const auto &[other, others] : of_right) pairs -= label != other ? count * others : 0;
    return pairs;
  }

  const Constraints &c_;
  std::vector<Index> group_;
  std::map<Index, std::vector<Index>> members_;  // of groups of two documents and more
  std::set<Index> conflicted_;                   // groups with a conflict inside
  std::map<TwoGroups, double> apart_;
  std::vector<Pair> as_given_;
};

}  // namespace

int label_relation(const Constraints &c, Index i, Index j) noexcept {
  if (c.labeled == 0 || c.classes[i] < 0 || c.classes[j] < 0) return 0;
  return c.classes[i] == c.classes[j] ? 1 : -1;
}

std::vector<std::vector<Index>> documents_of_classes(const Constraints &c) {
  std::vector<std::vector<Index>> documents(c.class_labels.size());
  for (Index i = 0; i < c.n && c.labeled > 0; ++i)
    if (c.classes[i] >= 0) documents[static_cast<std::size_t>(c.classes[i])].push_back(i);
  return documents;
}

std::vector<Index> linked_groups(const Constraints &c, double least) {
  Groups groups(c.n);
  for (const Pair &pair : c.pairs)
    if (pair.weight >= least) groups.join(pair.first, pair.second);
  std::vector<Index> first(c.class_labels.size(), -1);
  for (Index i = 0; i < c.n && c.labeled > 0; ++i) {
    if (c.classes[i] < 0) continue;
    Index &known = first[static_cast<std::size_t>(c.classes[i])];
    if (known < 0) known = i;
    groups.join(known, i);
  }
  std::vector<Index> group(static_cast<std::size_t>(c.n));
  for (Index i = 0; i < c.n; ++i) group[static_cast<std::size_t>(i)] = groups.find(i);
  return group;
}

Constraints make_constraints(Index n, const std::int32_t *labels, const Index *first,
                             const Index *second, const double *weights, Index n_pairs,
                             const std::shared_ptr<Memory> &memory) {
  Constraints c;
  c.n = n;
  if (labels != nullptr) take_labels(c, labels, memory);
  std::vector<Pair> unmerged;
  for (Index p = 0; p < n_pairs; ++p) {
    const Pair pair = checked_pair(n, p, first[p], second[p], weights[p]);
    if (pair.first != pair.second) unmerged.push_back(pair);
  }
  take_pairs(c, unmerged);
  const std::vector<Index> group = linked_groups(c);
  for (const Pair &pair : c.pairs)
    if (pair.weight < 0 &&
        group[static_cast<std::size_t>(pair.first)] == group[static_cast<std::size_t>(pair.second)])
      c.conflicts.push_back(pair);
  return c;
}

Constraints transitive_closure(const Constraints &constraints, Index budget) {
  const ChainedGroups groups(constraints);
  constexpr double bytes = 200;  // per pair, including its propagation
  check_budget(bytes * groups.pairs(), budget, "closure=yes implies %.0f pairs, which need",
               groups.pairs());
  Constraints c;
  c.n = constraints.n;
  c.class_labels = constraints.class_labels;
  c.labeled = constraints.labeled;
  c.repeated = constraints.repeated;
  c.contradictions = constraints.contradictions;
  c.conflicts = constraints.conflicts;
  if (!constraints.classes.empty()) c.classes = constraints.classes.copy();
  std::vector<Pair> pairs = groups.implied();
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair &x, const Pair &y) {
    return same(x, y) ? x.weight < y.weight : before(x, y);
  });
  for (const Pair &pair : pairs)
    if (c.pairs.empty() || !same(c.pairs.back(), pair))
      c.pairs.push_back(pair);  // the strongest cannot-link
  return c;
}

std::vector<Pair> violations(const Constraints &c, const Array<std::int32_t> &labels,
                             const std::vector<Index> &cluster_of_class) {
  std::vector<Pair> found;
  for (Index i = 0; i < c.n && c.labeled > 0; ++i)
    if (c.classes[i] >= 0 && labels[i] != cluster_of_class[static_cast<std::size_t>(c.classes[i])])
      found.push_back({.first = i, .second = -1, .weight = 1});
  for (const Pair &pair : c.pairs) {
    const std::int32_t a = labels[pair.first], b = labels[pair.second];
    const bool together = a == b && a >= 0;
    if (pair.weight > 0 ? !together : together) found.push_back(pair);
  }
  std::stable_sort(found.begin(), found.end(), [](const Pair &a, const Pair &b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  return found;
}

}  // namespace manifact
