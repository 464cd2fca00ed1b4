#include "supervision/known_groups.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double least_weight = 1e-300;  // a must-link of any weight settles a question

// The group of each document, numbered by first document; -1: in no constraint.
Array<std::int32_t> numbered_groups(const Constraints &c, ExecutionContext &run) {
  Array<std::int32_t> group(run.memory, c.n), number(run.memory, c.n);
  std::fill(group.begin(), group.end(), -1);
  std::fill(number.begin(), number.end(), -1);
  for (const Pair &pair : c.pairs) group[pair.first] = group[pair.second] = 0;
  for (Index i = 0; i < c.n && c.labeled > 0; ++i)
    if (c.classes[i] >= 0) group[i] = 0;
  const std::vector<Index> head = linked_groups(c, least_weight);
  std::int32_t count = 0;
  for (Index i = 0; i < c.n; ++i) {
    if (group[i] < 0) continue;
    std::int32_t &known = number[head[static_cast<std::size_t>(i)]];
    if (known < 0) known = count++;
    group[i] = known;
  }
  return group;
}

}  // namespace

FeatureRow feature_row(const UnitRows<double> &X, Index i) noexcept {
  const double length = std::sqrt(X.square[i]);
  if (X.X.is_dense()) {
    const DenseRows &rows = X.X.dense();
    const Index first = i * rows.stride;
    return rows.singles != nullptr
               ? FeatureRow{.index = nullptr,
                            .value = nullptr,
                            .count = rows.columns,
                            .factor = X.factor[i],
                            .length = length,
                            .single = rows.singles + first}
               : FeatureRow{nullptr, rows.reals + first, rows.columns, X.factor[i], length};
  }
  const CsrView<double> &rows = X.X.sparse();
  const Index first = rows.indptr[i];
  return {.index = rows.indices + first,
          .value = rows.values + first,
          .count = rows.indptr[i + 1] - first,
          .factor = X.factor[i],
          .length = length};
}

KnownGroups::KnownGroups(const UnitRows<double> &X, const Constraints &c, Index more,
                         ExecutionContext &run)
    : X_(X),
      group_(numbered_groups(c, run)),
      summed_(run.memory, X.X.columns),
      touched_(run.memory, X.X.columns) {
  const Index n = X.X.rows;
  Index documents = 0, entries = 0, groups = 0;
  for (Index i = 0; i < n; ++i) {
    if (!knows(i)) continue;
    ++documents;
    entries += X.X.row(i).size();
    groups = std::max<Index>(groups, group_[i] + 1);
  }
  more = std::min(more, n - documents);
  const Index size = sums_size(groups, entries, more);
  members_ = Array<std::int32_t>(run.memory, documents + more);
  member_ = Array<Index>(run.memory, groups + more + 1);
  columns_ = Array<std::int32_t>(run.memory, dense() ? 0 : size);
  sums_ = Array<double>(run.memory, size);
  begin_ = Array<Index>(run.memory, groups + more + 1);

  for (Index i = 0; i < n; ++i)
    if (knows(i)) ++member_[group_[i] + 1];
  for (Index a = 0; a < groups; ++a) member_[a + 1] += member_[a];
  Array<Index> next = member_.copy();
  for (Index i = 0; i < n; ++i)
    if (knows(i)) members_[next[group_[i]]++] = static_cast<std::int32_t>(i);
  for (; count_ < groups; ++count_) sum(count_);
}

Index KnownGroups::sums_size(Index groups, Index entries, Index more) const noexcept {
  if (dense()) return (groups + more) * X_.X.columns;
  const Index longest = std::max<Index>(1, longest_row(X_)), others = X_.X.entries() - entries;
  return entries + (more > others / longest ? others : more * longest);
}

FeatureRow KnownGroups::mean(Index a) const noexcept {
  const Index first = begin_[a];
  return {.index = dense() ? nullptr : columns_.data() + first,
          .value = sums_.data() + first,
          .count = begin_[a + 1] - first,
          .factor = 1,
          .length = static_cast<double>(member_[a + 1] - member_[a])};
}

void KnownGroups::add(Index i) {
  const Index a = count_++;
  members_[member_[a]] = static_cast<std::int32_t>(i);
  member_[a + 1] = member_[a] + 1;
  group_[i] = static_cast<std::int32_t>(a);
  sum(a);
}

void KnownGroups::sum_dense(Index a) {
  double *const sums = sums_.data() + begin_[a];
  for (const std::int32_t i : members(a)) {
    const FeatureRow row = feature_row(X_, i);
    for (Index j = 0; j < row.count && row.length > 0; ++j) sums[j] += row.scaled(j) / row.length;
  }
  begin_[a + 1] = begin_[a] + X_.X.columns;
}

void KnownGroups::sum(Index a) {
  if (dense()) return sum_dense(a);
  std::int32_t *const columns = columns_.data() + begin_[a];
  Index count = 0;
  for (const std::int32_t i : members(a))
    for (Index e = X_.X.sparse().indptr[i]; e < X_.X.sparse().indptr[i + 1] && X_.square[i] > 0;
         ++e) {
      const std::int32_t j = X_.X.sparse().indices[e];
      if (!std::exchange(touched_[j], true)) columns[count++] = j;
      summed_[j] += X_.scaled(i, e) / std::sqrt(X_.square[i]);
    }
  std::sort(columns, columns + count);
  Index to = begin_[a];
  for (Index c = 0; c < count; ++c) {
    const std::int32_t j = columns[c];
    touched_[j] = false;
    if (const double value = std::exchange(summed_[j], 0); value != 0) {
      columns_[to] = j;
      sums_[to++] = value;
    }
  }
  begin_[a + 1] = to;
}

}  // namespace manifact
