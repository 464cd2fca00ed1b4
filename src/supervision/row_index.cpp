#include "supervision/row_index.hpp"

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

}  // namespace manifact
