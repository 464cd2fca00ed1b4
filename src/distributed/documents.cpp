#include "distributed/documents.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include "distributed/group.hpp"
#include "graph/row_hash.hpp"
#include "runtime/rng.hpp"

namespace manifact {

Array<std::int32_t> ids_of(const Index *ids, Index n, ExecutionContext &run) {
  Array<std::int32_t> own(run.memory, n);
  const Index first = run.rows_before(n);
  for (Index i = 0; i < n; ++i)
    own[i] = static_cast<std::int32_t>(ids != nullptr ? ids[i] : first + i);
  return own;
}

Array<std::int32_t> all_ids(const Array<std::int32_t> &ids, ExecutionContext &run) {
  Bytes own;
  put(own, ids.data(), ids.size());
  Array<std::int32_t> all(run.memory, run.total(ids.size()));
  Index next = 0;
  for (const Bytes &packet : group_of(run).exchange(
           std::vector<Bytes>(static_cast<std::size_t>(group_of(run).size()), own)))
    for (Unpack from(packet); !from.done();) all[next++] = from.one<std::int32_t>();
  return all;
}

Array<std::int32_t> numbers_of_ids(const Array<std::int32_t> &all, ExecutionContext &run) {
  Array<std::int32_t> number_of(run.memory, all.size());
  for (Index i = 0; i < all.size(); ++i) number_of[all[i]] = static_cast<std::int32_t>(i);
  return number_of;
}

namespace {

// The range of hashes is divided among the ranks, and each rank sorts the rows in its part.

template <class T>
struct ReceivedRow {
  std::uint64_t hash;
  Index place;
  std::vector<T> values;
  std::size_t from;  // the rank

  Index size() const noexcept { return std::ssize(values); }
  T operator[](Index e) const noexcept { return values[static_cast<std::size_t>(e)]; }
};

template <class T>
std::vector<ReceivedRow<T>> unpacked_rows_to_sort(const std::vector<Bytes> &packets) {
  std::vector<ReceivedRow<T>> received;
  for (std::size_t r = 0; r < packets.size(); ++r)
    for (Unpack from(packets[r]); !from.done();) {
      ReceivedRow<T> &row = received.emplace_back();
      row.hash = from.one<std::uint64_t>();
      row.place = from.one<Index>();
      row.values.resize(static_cast<std::size_t>(from.one<Index>()));
      from.take(row.values.data(), row.size());
      row.from = r;
    }
  return received;
}

}  // namespace

template <class T>
Array<Index> canonical_places(const DataView<T> &X, const std::vector<std::int32_t> &rows,
                              const Index *places, ExecutionContext &run) {
  const auto ranks = static_cast<std::size_t>(group_of(run).size());
  const Index first = run.rows_before(X.rows);
  std::vector<Bytes> to(ranks);
  std::vector<std::size_t> sorter;  // the rank that sorts each row
  for (const std::int32_t i : rows) {
    const DataRow<T> x = X.row(i);
    const std::uint64_t hash = hash_columns(x);
    const Index place = places != nullptr ? places[i] : first + i, size = x.size();
    sorter.push_back(static_cast<std::size_t>(upper_product(hash, ranks)));
    Bytes &packet = to[sorter.back()];
    put(packet, &hash, 1);
    put(packet, &place, 1);
    put(packet, &size, 1);
    for (Index e = 0; e < size; ++e) {
      const T value = x[e];
      put(packet, &value, 1);
    }
  }
  const std::vector<ReceivedRow<T>> received = unpacked_rows_to_sort<T>(group_of(run).exchange(to));
  std::vector<std::size_t> order(received.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const ReceivedRow<T> &x = received[a], &y = received[b];
    if (x.hash != y.hash) return x.hash < y.hash;
    const int order_of_values = compare_values(x, y);
    return order_of_values != 0 ? order_of_values < 0 : x.place < y.place;
  });
  std::vector<Index> numbers(received.size());
  Index next = run.rows_before(std::ssize(received));
  for (const std::size_t row : order) numbers[row] = next++;
  std::vector<Bytes> back(ranks);
  for (std::size_t row = 0; row < received.size(); ++row)
    put(back[received[row].from], &numbers[row], 1);
  const std::vector<Bytes> answers = group_of(run).exchange(back);
  std::vector<Unpack> from(answers.begin(), answers.end());
  Array<Index> found(run.memory, std::ssize(rows));
  for (std::size_t a = 0; a < rows.size(); ++a)
    found[static_cast<Index>(a)] = from[sorter[a]].template one<Index>();
  return found;
}

template Array<Index> canonical_places(const DataView<float> &, const std::vector<std::int32_t> &,
                                       const Index *, ExecutionContext &);
template Array<Index> canonical_places(const DataView<double> &, const std::vector<std::int32_t> &,
                                       const Index *, ExecutionContext &);

// Rows of different ranks are compared by 128 bits of their content. The rank that a row is sent to
// depends on its content alone.
template <class T>
Index duplicates_of_ranks(const DataView<T> &X, ExecutionContext &run) {
  using Print = std::pair<std::uint64_t, std::uint64_t>;
  const auto ranks = static_cast<std::uint64_t>(group_of(run).size());
  std::vector<Bytes> to(static_cast<std::size_t>(ranks));
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    if (is_zero(x)) continue;
    std::uint64_t print[2] = {1, 2};
    for (Index e = 0; e < x.size(); ++e) {
      if (x[e] == 0) continue;
      const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x[e]));
      for (std::uint64_t &half : print)
        half =
            mix(mix(half + 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(x.column(e))) ^ bits);
    }
    put(to[static_cast<std::size_t>(print[0] % ranks)], print, 2);
  }
  std::vector<Print> prints;
  for (const Bytes &packet : group_of(run).exchange(to))
    for (Unpack from(packet); !from.done();) {
      const auto first = from.one<std::uint64_t>(), second = from.one<std::uint64_t>();
      prints.emplace_back(first, second);
    }
  std::sort(prints.begin(), prints.end());
  const auto distinct = std::unique(prints.begin(), prints.end()) - prints.begin();
  return run.total(static_cast<Index>(std::ssize(prints) - distinct));
}

template Index duplicates_of_ranks(const DataView<float> &, ExecutionContext &);
template Index duplicates_of_ranks(const DataView<double> &, ExecutionContext &);

}  // namespace manifact
