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
struct GuestRow {
  std::uint64_t hash;
  Index place;
  std::vector<T> values;
  std::size_t from;  // the rank

  Index size() const noexcept { return std::ssize(values); }
  T operator[](Index e) const noexcept { return values[static_cast<std::size_t>(e)]; }
};

template <class T>
std::vector<GuestRow<T>> unpacked_guests(const std::vector<Bytes> &packets) {
  std::vector<GuestRow<T>> guests;
  for (std::size_t r = 0; r < packets.size(); ++r)
    for (Unpack from(packets[r]); !from.done();) {
      GuestRow<T> &guest = guests.emplace_back();
      guest.hash = from.one<std::uint64_t>();
      guest.place = from.one<Index>();
      guest.values.resize(static_cast<std::size_t>(from.one<Index>()));
      from.take(guest.values.data(), guest.size());
      guest.from = r;
    }
  return guests;
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
  const std::vector<GuestRow<T>> guests = unpacked_guests<T>(group_of(run).exchange(to));
  std::vector<std::size_t> order(guests.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const GuestRow<T> &x = guests[a], &y = guests[b];
    if (x.hash != y.hash) return x.hash < y.hash;
    const int order_of_values = compare_values(x, y);
    return order_of_values != 0 ? order_of_values < 0 : x.place < y.place;
  });
  std::vector<Index> numbers(guests.size());
  Index next = run.rows_before(std::ssize(guests));
  for (const std::size_t guest : order) numbers[guest] = next++;
  std::vector<Bytes> back(ranks);
  for (std::size_t guest = 0; guest < guests.size(); ++guest)
    put(back[guests[guest].from], &numbers[guest], 1);
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
