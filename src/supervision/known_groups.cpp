#include "supervision/known_groups.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double slack = 1e-9;  // far larger than the rounding error of a length or a product

template <class T, class U>
double dense_product(const T *x, double factor_x, const U *y, double factor_y,
                     Index count) noexcept {
  double product = 0;
  for (Index j = 0; j < count; ++j)
    product += static_cast<double>(x[j]) * factor_x * (static_cast<double>(y[j]) * factor_y);
  return product;
}

double dense_product(const FeatureRow &x, const FeatureRow &y) noexcept {
  const auto with = [&](const auto *values) {
    return y.single != nullptr ? dense_product(values, x.factor, y.single, y.factor, x.count)
                               : dense_product(values, x.factor, y.value, y.factor, x.count);
  };
  return x.single != nullptr ? with(x.single) : with(x.value);
}

double sparse_product(const FeatureRow &x, const FeatureRow &y) noexcept {
  double product = 0;
  for (Index a = 0, b = 0; a < x.count && b < y.count;) {
    const std::int32_t left = x.index[a], right = y.index[b];
    if (left == right) product += x.scaled(a) * y.scaled(b);
    a += left <= right ? 1 : 0;
    b += right <= left ? 1 : 0;
  }
  return product;
}

}  // namespace

double similarity(const FeatureRow &x, const FeatureRow &y) noexcept {
  const double product = x.index == nullptr ? dense_product(x, y) : sparse_product(x, y);
  const double lengths = x.length * y.length;
  return lengths > 0 ? product / lengths : 0;
}

RowIndex::RowIndex(const Array<Index> &counts, Index rows, Index longest, ExecutionContext &run)
    : rank_(run.memory, counts.size()),
      begin_(run.memory, counts.size()),
      end_(run.memory, counts.size()),
      left_(run.memory, rows),
      from_(run.memory, rows),
      entries_(run.memory, longest),
      lengths_(run.memory, longest + 1),
      products_(run.memory, rows),
      seen_(run.memory, rows),
      found_(run.memory, rows) {
  Array<std::int32_t> order(run.memory, counts.size());
  for (Index j = 0; j < order.size(); ++j) order[j] = static_cast<std::int32_t>(j);
  std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  });
  Index entries = 0;
  for (Index r = 0; r < order.size(); ++r) {
    rank_[order[r]] = static_cast<std::int32_t>(r);
    begin_[r] = end_[r] = entries;
    entries += counts[order[r]];
  }
  postings_ = Array<Posting>(run.memory, entries);
}

Index RowIndex::sort_entries(const FeatureRow &row) noexcept {
  const Index count = row.length > 0 ? row.count : 0;
  for (Index e = 0; e < count; ++e) entries_[e] = {rank_[row.index[e]], row.scaled(e) / row.length};
  std::sort(entries_.begin(), entries_.begin() + count,
            [](const Entry &a, const Entry &b) { return a.rank < b.rank; });
  double square = 0;
  for (Index e = 0; e < count; ++e) {
    square += entries_[e].value * entries_[e].value;
    lengths_[e + 1] = std::sqrt(square);
  }
  return count;
}

void RowIndex::add(const FeatureRow &row, double least) noexcept {
  const Index count = sort_entries(row), r = rows_++;
  Index first = 0;
  while (first < count && lengths_[first + 1] < least - slack) ++first;
  left_[r] = lengths_[first];
  from_[r] = first < count ? entries_[first].rank : 0;
  for (Index e = first; e < count; ++e)
    postings_[end_[entries_[e].rank]++] = {entries_[e].value, static_cast<std::int32_t>(r)};
}

Index RowIndex::gather(const FeatureRow &row, double least) noexcept {
  const Index count = sort_entries(row);
  Index touched = 0, found = 0;
  ++searches_;
  for (Index e = 0; e < count; ++e)
    for (Index p = begin_[entries_[e].rank]; p < end_[entries_[e].rank]; ++p) {
      const Posting &posting = postings_[p];
      if (seen_[posting.row] != searches_) {
        seen_[posting.row] = searches_;
        products_[posting.row] = 0;
        found_[touched++] = posting.row;
      }
      products_[posting.row] += entries_[e].value * posting.value;
    }
  for (Index t = 0; t < touched; ++t) {
    const std::int32_t r = found_[t];
    double most = products_[r];
    if (most + left_[r] < least - slack) continue;
    const Entry *const split =
        std::lower_bound(entries_.begin(), entries_.begin() + count, from_[r],
                         [](const Entry &e, std::int32_t rank) { return e.rank < rank; });
    most += left_[r] * lengths_[split - entries_.begin()];
    if (most >= least - slack) found_[found++] = r;
  }
  return found;
}

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
