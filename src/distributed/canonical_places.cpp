// The range of hashes is divided among the ranks, and each rank sorts the rows in its part.
#include "distributed/canonical_places.hpp"

#include <algorithm>
#include <numeric>

#include "distributed/packet.hpp"
#include "graph/row_hash.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

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

}  // namespace manifact
