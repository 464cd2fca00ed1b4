// Equal rows: by hash, then value by value. A stored zero is treated as absent.
#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include "graph/build.hpp"
#include "graph/collective_graphs.hpp"
#include "graph/row_hash.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
std::uint64_t hash_row(const DataRow<T> &x) noexcept {
  std::uint64_t hash = 0;
  for (Index e = 0; e < x.size(); ++e) {
    if (x[e] == 0) continue;
    hash = mix(hash + 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(x.column(e)));
    hash = mix(hash ^ std::bit_cast<std::uint64_t>(static_cast<double>(x[e])));
  }
  return hash;
}

template <class T>
bool equal_rows(const DataRow<T> &x, const DataRow<T> &y) noexcept {
  for (Index a = 0, b = 0;; ++a, ++b) {
    while (a < x.size() && x[a] == 0) ++a;
    while (b < y.size() && y[b] == 0) ++b;
    if (a == x.size() || b == y.size()) return a == x.size() && b == y.size();
    if (x.column(a) != y.column(b) || x[a] != y[b]) return false;
  }
}

}  // namespace

template <class T>
Array<std::int32_t> first_occurrences(const DataView<T> &X, ExecutionContext &run,
                                      bool zeros_are_points) {
  const Index n = X.rows;
  Array<std::int32_t> first(run.memory, n);
  Array<std::uint64_t> hash(run.memory, n);
  run.pool.blocks(n, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) hash[i] = hash_row(X.row(i));
  });
  // A hash table of the first rows with open addressing, at most half full.
  const std::uint64_t mask = std::bit_ceil(2 * static_cast<std::uint64_t>(n) + 1) - 1;
  Array<std::int32_t> table(run.memory, static_cast<Index>(mask) + 1);
  std::fill(table.begin(), table.end(), -1);
  for (Index i = 0; i < n; ++i) {
    first[i] = static_cast<std::int32_t>(i);
    if (!zeros_are_points && is_zero(X.row(i))) continue;
    auto slot = static_cast<Index>(hash[i] & mask);
    while (table[slot] >= 0 &&
           !(hash[table[slot]] == hash[i] && equal_rows(X.row(table[slot]), X.row(i))))
      slot = static_cast<Index>(static_cast<std::uint64_t>(slot + 1) & mask);
    if (table[slot] < 0) table[slot] = static_cast<std::int32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

template <class T>
Array<std::int32_t> canonical_order(const DataView<T> &X, ExecutionContext &run) {
  Array<std::uint64_t> hash(run.memory, X.rows);
  run.pool.blocks(X.rows, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) hash[i] = hash_columns(X.row(i));
  });
  Array<std::int32_t> order(run.memory, X.rows);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    if (hash[i] != hash[j]) return hash[i] < hash[j];
    const int order_of_values = compare_values(X.row(i), X.row(j));
    return order_of_values != 0 ? order_of_values < 0 : i < j;
  });
  return order;
}

template <class T>
Index count_duplicates(const DataView<T> &X, ExecutionContext &run) {
  if (const CollectiveGraphs *const graphs = run.collective->graphs())
    return graphs->duplicates(X, run);
  const Array<std::int32_t> first = first_occurrences(X, run);
  Index count = 0;
  for (Index i = 0; i < X.rows; ++i) count += first[i] != i;
  return count;
}

template Array<std::int32_t> first_occurrences(const DataView<float> &, ExecutionContext &, bool);
template Array<std::int32_t> first_occurrences(const DataView<double> &, ExecutionContext &, bool);
template Array<std::int32_t> canonical_order(const DataView<float> &, ExecutionContext &);
template Array<std::int32_t> canonical_order(const DataView<double> &, ExecutionContext &);
template Index count_duplicates(const DataView<float> &, ExecutionContext &);
template Index count_duplicates(const DataView<double> &, ExecutionContext &);

}  // namespace manifact
