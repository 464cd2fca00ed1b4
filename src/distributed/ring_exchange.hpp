// Rows of one rank whose neighbors are searched for on all ranks: they pass around the ring with
// the neighbors found so far; the last rank returns the lists to the owners of the rows.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "distributed/group.hpp"
#include "graph/graph.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/unit_rows.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Rows of another rank with their lists.
template <class T>
struct ReceivedRows {
  Csr<T> X;
  UnitRows<T> rows;  // of X
  Neighbors lists;
};

// The additional data sent with a row: none.
struct NoPayload {};

// The rows alone, in a packet with space for `more_each` further bytes per row.
template <class T>
Bytes packed_rows(const UnitRows<T> &rows, Index more_each) {
  const CsrView<T> &X = rows.X.sparse();
  const Index n = X.rows, entries = X.entries();
  Bytes packet;
  packet.reserve(static_cast<std::size_t>(n * (24 + more_each) +
                                          entries * static_cast<Index>(4 + sizeof(T)) + 24));
  put(packet, &n, 1);
  put(packet, &entries, 1);
  put(packet, X.indptr, n + 1);
  put(packet, X.indices, entries);
  put(packet, X.values, entries);
  put(packet, rows.factor.data(), n);
  put(packet, rows.square.data(), n);
  return packet;
}

inline void put_lists(Bytes &packet, const Neighbors &lists) {
  const Index n = lists.n;
  put(packet, lists.count.data(), n);
  put(packet, lists.index.data(), n * lists.p);
  put(packet, lists.cosine.data(), n * lists.p);
}

inline void take_lists(Unpack &from, Neighbors &lists) {
  const Index n = lists.n;
  from.take(lists.count.data(), n);
  from.take(lists.index.data(), n * lists.p);
  from.take(lists.cosine.data(), n * lists.p);
}

template <class T>
Bytes packed_rows(const UnitRows<T> &rows, const Neighbors &lists, Index more_each = 0) {
  Bytes packet = packed_rows(rows, 4 + lists.p * 12 + more_each);
  put_lists(packet, lists);
  return packet;
}

template <class T>
ReceivedRows<T> unpacked_rows(Unpack &from, Index columns, Index p, ExecutionContext &run) {
  const auto n = from.one<Index>(), entries = from.one<Index>();
  ReceivedRows<T> received;
  received.X = Csr<T>(run.memory, n, columns, entries);
  from.take(received.X.indptr.data(), n + 1);
  from.take(received.X.indices.data(), entries);
  from.take(received.X.values.data(), entries);
  received.rows = {DataView<T>(received.X), from.array<double>(run.memory, n),
                   from.array<double>(run.memory, n)};
  received.lists = no_neighbors(n, p, run);
  take_lists(from, received.lists);
  return received;
}

// From the last of `n_ranks` ranks to the first, which owns the rows.
inline Bytes returned_to_owner(Bytes &&packet, Index n_ranks, Group &group) {
  const Index ranks = group.size(), rank = group.rank();
  if (n_ranks == ranks) return group.pass(packet);
  std::vector<Bytes> to(static_cast<std::size_t>(ranks));
  to[static_cast<std::size_t>((rank - (n_ranks - 1) + ranks) % ranks)] = std::move(packet);
  return std::move(group.exchange(to)[static_cast<std::size_t>((rank + n_ranks - 1) % ranks)]);
}

// search(rows, own, lists, payload) improves the lists of all rows on `n_ranks` ranks; own: the
// rows belong to this rank; this first call sets the payload, one entry per row.
template <class Payload = NoPayload, class T, class Search>
void exchange_on_ring(const UnitRows<T> &rows, Neighbors &lists, Index n_ranks,
                      ExecutionContext &run, const Search &search) {
  Group &group = group_of(run);
  constexpr bool empty = std::is_empty_v<Payload>;
  constexpr Index each = empty ? 0 : sizeof(Payload);
  const auto pack = [](const UnitRows<T> &some, const Neighbors &found,
                       const Array<Payload> &with) {
    Bytes packet = packed_rows(some, found, each);
    if constexpr (!empty) put(packet, with.data(), with.size());
    return packet;
  };
  const Index columns = rows.X.columns;
  Array<Payload> payload(run.memory, empty ? 0 : rows.X.rows);
  search(rows, true, lists, payload);
  if (n_ranks == 1) return;
  Bytes packet = pack(rows, lists, payload);
  for (Index step = 1; step < n_ranks; ++step) {
    packet = group.pass(packet);
    Unpack from(packet);
    ReceivedRows<T> received = unpacked_rows<T>(from, columns, lists.p, run);
    if constexpr (!empty) payload = from.array<Payload>(run.memory, received.X.rows);
    packet = Bytes();
    search(received.rows, false, received.lists, payload);
    if (step + 1 < n_ranks)
      packet = pack(received.rows, received.lists, payload);
    else
      put_lists(packet, received.lists);
  }
  packet = returned_to_owner(std::move(packet), n_ranks, group);
  Unpack from(packet);
  take_lists(from, lists);
}

}  // namespace manifact
