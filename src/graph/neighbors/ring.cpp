#include "graph/neighbors/ring.hpp"

#include <utility>
#include <vector>

#include "graph/neighbors/exact/postings.hpp"
#include "graph/neighbors/exact/search.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/index.hpp"
#include "runtime/packet.hpp"

namespace manifact {
namespace {

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

// The documents of this rank, in which all rows are searched for.
template <class T>
class Station {
 public:
  Station(const UnitRows<T> &rows, const Array<std::int32_t> &names, const SearchRequest &request,
          ExecutionContext &run)
      : rows_(rows), names_(names), run_(run) {
    if (rows.X.rows > 0) index_ = make_index(rows, request.block, run);
  }

  // Improves the lists; own: the rows are those of this station.
  void search(const UnitRows<T> &asked, bool own, Neighbors &lists) {
    if (rows_.X.rows == 0 || asked.X.rows == 0) return;
    std::vector<Search<T>> searches;
    const Index threads = run_.pool.threads(), longest = longest_row(asked), p = lists.p;
    searches.reserve(static_cast<std::size_t>(threads));
    for (Index t = 0; t < threads; ++t)
      searches.emplace_back(rows_, index_, asked, p, longest, run_.monitor, run_.memory,
                            names_.data());
    each_row(run_, searches, 0, asked.X.rows, [&](Search<T> &search, Index i) {
      lists.count[i] = search.nearest(i, own ? i : -1, lists.index.data() + i * p,
                                      lists.cosine.data() + i * p, lists.count[i]);
    });
  }

 private:
  const UnitRows<T> &rows_;
  const Array<std::int32_t> &names_;
  ExecutionContext &run_;
  InvertedIndex index_;
};

Array<std::int32_t> names_of(const Index *names, Index n, ExecutionContext &run) {
  Array<std::int32_t> own(run.memory, n);
  const Index first = rows_before(run, n);
  for (Index i = 0; i < n; ++i)
    own[i] = static_cast<std::int32_t>(names != nullptr ? names[i] : first + i);
  return own;
}

// From names to numbers through all ranks.
void number(Neighbors &lists, const Array<std::int32_t> &names, ExecutionContext &run) {
  Bytes own;
  put(own, names.data(), names.size());
  Array<std::int32_t> number_of(run.memory, total_over_ranks(run, names.size()));
  std::int32_t next = 0;
  for (const Bytes &packet :
       run.group->exchange(std::vector<Bytes>(static_cast<std::size_t>(run.group->size()), own)))
    for (Unpack from(packet); !from.done();) number_of[from.one<std::int32_t>()] = next++;
  for (Index i = 0; i < lists.n; ++i)
    for (Index q = 0; q < lists.count[i]; ++q)
      lists.index[i * lists.p + q] = number_of[lists.index[i * lists.p + q]];
}

}  // namespace

template <class T>
Neighbors ring_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                         const SearchRequest &request, const Index *names) {
  Group &group = *run.group;
  const UnitRows<T> rows = unit_rows(X, run);
  Neighbors lists = no_neighbors(X.rows, p, run);
  if (p > 0) {
    const Array<std::int32_t> own = names_of(names, X.rows, run);
    Station<T> station(rows, own, request, run);
    station.search(rows, true, lists);
    Bytes packet;
    for (Index step = 1; step < group.size(); ++step) {
      run.monitor.report(step, group.size());
      packet = group.pass(step == 1 ? packed_rows(rows, lists) : packet);
      Travelling<T> guests = unpacked_rows<T>(packet, X.columns, p, run);
      packet.clear();
      station.search(guests.rows, false, guests.lists);
      packet = packed_rows(guests.rows, guests.lists);
    }
    if (group.size() > 1) lists = unpacked_rows<T>(group.pass(packet), X.columns, p, run).lists;
    if (any_rank(run, names != nullptr)) number(lists, own, run);
  }
  lists.search.searched = true;
  return lists;
}

template Neighbors ring_neighbors(const DataView<float> &, Index, ExecutionContext &,
                                  const SearchRequest &, const Index *);
template Neighbors ring_neighbors(const DataView<double> &, Index, ExecutionContext &,
                                  const SearchRequest &, const Index *);

}  // namespace manifact
