// Rows of one rank that are searched for on all ranks: they pass around the ring with the lists of
// neighbors that they have found so far.
#pragma once

#include <utility>

#include "graph/graph.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/unit_rows.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/packet.hpp"

namespace manifact {

// Rows with their lists; those of another rank, or one's own after they have returned.
template <class T>
struct Travelling {
  Csr<T> X;
  UnitRows<T> rows;  // of X
  Neighbors lists;
};

template <class T>
Bytes packed_rows(const UnitRows<T> &rows, const Neighbors &lists) {
  const CsrView<T> &X = rows.X.sparse();
  const Index n = X.rows, entries = X.entries();
  Bytes packet;
  packet.reserve(static_cast<std::size_t>(n * (28 + lists.p * 12) +
                                          entries * static_cast<Index>(4 + sizeof(T)) + 64));
  put(packet, &n, 1);
  put(packet, &entries, 1);
  put(packet, X.indptr, n + 1);
  put(packet, X.indices, entries);
  put(packet, X.values, entries);
  put(packet, rows.factor.data(), n);
  put(packet, rows.square.data(), n);
  put(packet, lists.count.data(), n);
  put(packet, lists.index.data(), n * lists.p);
  put(packet, lists.cosine.data(), n * lists.p);
  return packet;
}

template <class T>
Travelling<T> unpacked_rows(const Bytes &packet, Index columns, Index p, ExecutionContext &run) {
  Unpack from(packet);
  const auto n = from.one<Index>(), entries = from.one<Index>();
  Travelling<T> travelling;
  travelling.X = Csr<T>(run.memory, n, columns, entries);
  from.take(travelling.X.indptr.data(), n + 1);
  from.take(travelling.X.indices.data(), entries);
  from.take(travelling.X.values.data(), entries);
  travelling.rows = {DataView<T>(travelling.X), from.array<double>(run.memory, n),
                     from.array<double>(run.memory, n)};
  travelling.lists = no_neighbors(n, p, run);
  from.take(travelling.lists.count.data(), n);
  from.take(travelling.lists.index.data(), n * p);
  from.take(travelling.lists.cosine.data(), n * p);
  return travelling;
}

// search(rows, own, lists) improves the lists of all rows on every rank; own: the rows are those
// of this rank, which begin here.
template <class T, class Search>
void around_ring(const UnitRows<T> &rows, Neighbors &lists, ExecutionContext &run,
                 const Search &search) {
  Group &group = *run.group;
  search(rows, true, lists);
  if (group.size() == 1) return;
  const Index columns = rows.X.columns, p = lists.p;
  Bytes packet = packed_rows(rows, lists);
  for (Index step = 1; step < group.size(); ++step) {
    packet = group.pass(packet);
    Travelling<T> guests = unpacked_rows<T>(packet, columns, p, run);
    packet = Bytes();
    search(guests.rows, false, guests.lists);
    packet = packed_rows(guests.rows, guests.lists);
  }
  lists = unpacked_rows<T>(group.pass(packet), columns, p, run).lists;
}

}  // namespace manifact
