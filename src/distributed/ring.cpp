#include "distributed/ring.hpp"

#include <numeric>

#include "distributed/balance.hpp"
#include "distributed/names.hpp"
#include "distributed/ring_exchange.hpp"
#include "distributed/ring_search.hpp"
#include "distributed/station.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Converts ids to global numbers.
void number(Neighbors &lists, const Array<std::int32_t> &ids, ExecutionContext &run) {
  const Array<std::int32_t> number_of = numbers_of_ids(all_ids(ids, run), run);
  for (Index i = 0; i < lists.n; ++i)
    for (Index q = 0; q < lists.count[i]; ++q)
      lists.index[i * lists.p + q] = number_of[lists.index[i * lists.p + q]];
}

template <class T>
void search_exactly(const UnitRows<T> &rows, const Array<std::int32_t> &ids,
                    const SearchRequest &request, Neighbors &lists, ExecutionContext &run) {
  LocalSearch<T> local(rows, ids, request.block, run);
  Array<std::int32_t> self(run.memory, rows.X.rows);
  std::iota(self.begin(), self.end(), 0);
  Index step = 0;
  const Index ranks = group_of(run).size();
  exchange_on_ring(rows, lists, ranks, run,
                   [&](const UnitRows<T> &queries, bool own, Neighbors &found, auto &) {
                     local.search(queries, own ? self.data() : nullptr, found);
                     run.monitor.report(++step, ranks);
                   });
  lists.search.balance = static_cast<float>(balance_of(run, local.work()));
}

}  // namespace

template <class T>
Neighbors ring_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                         const SearchRequest &request, const Index *ids) {
  const UnitRows<T> rows = unit_rows(X, run);
  Neighbors lists = no_neighbors(X.rows, p, run);
  lists.search.searched = true;
  if (p == 0) return lists;
  const Array<std::int32_t> own = ids_of(ids, X.rows, run);
  if (!is_approximate(request, run.total(X.rows)) ||
      !search_ring_approximately(rows, own, request, lists, run))
    search_exactly(rows, own, request, lists, run);
  if (run.any(ids != nullptr)) number(lists, own, run);
  return lists;
}

template Neighbors ring_neighbors(const DataView<float> &, Index, ExecutionContext &,
                                  const SearchRequest &, const Index *);
template Neighbors ring_neighbors(const DataView<double> &, Index, ExecutionContext &,
                                  const SearchRequest &, const Index *);

}  // namespace manifact
