#include "distributed/local_search.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "graph/neighbors/row_tasks.hpp"
#include "linalg/sparse/csr.hpp"

namespace manifact {
namespace {

// Fewer than in a single process: the lists of a rank are shorter, and documents processed few at a
// time cost more each.
constexpr int levels_an_octave = 4;

// The maximum number of documents scored for one row, relative to the usual number.
constexpr Index most_scored = 2;

}  // namespace

template <class T>
LocalImpactSearch<T>::LocalImpactSearch(const UnitRows<T> &rows, const Array<std::int32_t> &ids,
                                        Index p, Index scored, ExecutionContext &run)
    : ids_(run.memory, rows.X.rows), scored_(scored), run_(run) {
  const Index n = rows.X.rows;
  // Rows with the same heaviest features stay in the given order. An order by content would make
  // the result independent of it, as in a single process, but the documents are shuffled anyway.
  Array<std::int32_t> order(run.memory, n);
  std::iota(order.begin(), order.end(), 0);
  directions_ = make_float_unit_rows(rows, order, run);
  impacts_ = make_impacts(directions_, run.any(has_negative(directions_)), run, levels_an_octave);
  original_ = std::move(directions_.original);
  directions_.place = {};
  X_ = selected_rows(rows.X.sparse(), original_.data(), n, run.memory);
  rows_ = unit_rows(DataView<T>(X_), run);
  for (Index k = 0; k < n; ++k) ids_[k] = ids[original_[k]];
  const auto longest = static_cast<Index>(run.largest(static_cast<double>(longest_row(rows))));
  const Index most = most_scored * scored;
  for (Index t = 0; t < run.pool.threads(); ++t)
    workers_.push_back({LargestProducts(impacts_, n, longest, most, run.memory),
                        BestRows<T>(rows_, p, run.memory, ids_.data()),
                        Array<float>(run.memory, rows.X.columns), Array<float>(run.memory, most),
                        Array<float>(run.memory, most), Array<std::int32_t>(run.memory, most),
                        Array<FloatUnitRows::Entry>(run.memory, longest)});
}

template <class T>
void LocalImpactSearch<T>::search(const UnitRows<T> &queries, const std::int32_t *self,
                                  Index budget, ProductCut *cuts, Neighbors &lists) {
  if (X_.rows == 0) return;
  each_row(run_, workers_, 0, queries.X.rows, [&](Worker &worker, Index i) {
    LargestProducts &products = worker.products;
    products.clear();
    worker.length = 0;
    each_float_weight(queries, i, [&](std::int32_t column, float weight) {
      products.add_term(column, weight);
      worker.entry[worker.length++] = {column, weight};
    });
    const Index own = self != nullptr ? self[i] : -1;
    if (own >= 0) cuts[i] = products.cut(budget);
    const Index found = products.find(own >= 0 ? own : position_of(queries, i), own, cuts[i]);
    if (own >= 0) cuts[i].least_sum = products.largest_sum(scored_, found);
    if (found > 0) improve(queries, i, found, lists, worker);
  });
  run_.monitor.check();
}

template <class T>
Index LocalImpactSearch<T>::scored() const noexcept {
  Index sum = 0;
  for (const Worker &worker : workers_) sum += worker.scored;
  return sum;
}

// Where a row of another rank would be among the documents.
template <class T>
Index LocalImpactSearch<T>::position_of(const UnitRows<T> &queries, Index i) const noexcept {
  const Array<Heaviest> &heaviest = directions_.heaviest;
  return std::lower_bound(heaviest.begin(), heaviest.end(), heaviest_of(queries.X.sparse(), i)) -
         heaviest.begin();
}

// Drops candidates that cannot be among the p nearest or are below the bar, by cosines in float
// with an error of at most `slack`. Returns the number of remaining ones.
template <class T>
Index LocalImpactSearch<T>::keep_nearest(Index found, float bar, Index p, float slack,
                                         Worker &worker) const noexcept {
  const FloatUnitRows &X = directions_;
  const auto document = [&](Index k) { return worker.products.candidate(k); };
  each_fetched(
      found, [&](Index k) { __builtin_prefetch(X.begin.data() + document(k)); },
      [&](Index k) { ask_for_row(X, document(k)); },
      [&](Index k) {
        float dot = 0;
        for (Index e = X.begin[document(k)]; e < X.begin[document(k) + 1]; ++e)
          dot += worker.row[X.entry[e].column] * X.entry[e].weight;
        worker.cosine[k] = dot;
        return true;
      });
  if (found > p) {
    float *const sorted = worker.sorted.data();
    std::copy_n(worker.cosine.data(), found, sorted);
    std::nth_element(sorted, sorted + p - 1, sorted + found, std::greater<>());
    bar = std::max(bar, sorted[p - 1] - slack);
  }
  Index kept = 0;
  for (Index k = 0; k < found; ++k)
    if (worker.cosine[k] >= bar - slack) worker.kept[kept++] = document(k);
  return kept;
}

template <class T>
void LocalImpactSearch<T>::improve(const UnitRows<T> &queries, Index i, Index found,
                                   Neighbors &lists, Worker &worker) const noexcept {
  worker.scored += found;
  const Index p = lists.p;
  std::int32_t *const index = lists.index.data() + i * p;
  double *const cosine = lists.cosine.data() + i * p;
  for (Index e = 0; e < worker.length; ++e)
    worker.row[worker.entry[e].column] = worker.entry[e].weight;
  const float bar = lists.count[i] == p ? static_cast<float>(cosine[p - 1]) : 0,
              slack = static_cast<float>(worker.length + 16) * 0x1p-23f;
  const Index kept = keep_nearest(found, bar, p, slack, worker);
  for (Index e = 0; e < worker.length; ++e) worker.row[worker.entry[e].column] = 0;
  if (kept == 0) return;
  BestRows<T> &best = worker.best;
  best.load(queries, i);
  best.restore(index, cosine, lists.count[i]);
  best.score_each(
      kept, [&](Index k) { return worker.kept[k]; },
      [&](Index k) { return best.score(worker.kept[k]), true; });
  best.unload(queries, i);
  lists.count[i] = best.write(index, cosine);
}

template class LocalImpactSearch<float>;
template class LocalImpactSearch<double>;

}  // namespace manifact
