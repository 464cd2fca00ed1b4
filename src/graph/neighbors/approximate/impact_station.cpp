#include "graph/neighbors/approximate/impact_station.hpp"

#include <algorithm>

#include "graph/neighbors/row_tasks.hpp"
#include "linalg/sparse/selected_rows.hpp"

namespace manifact {
namespace {

// Fewer than on one process: the lists of a rank are shorter, and few documents at a time cost
// more.
constexpr int levels_an_octave = 4;

}  // namespace

template <class T>
ImpactStation<T>::ImpactStation(const UnitRows<T> &given, const Array<std::int32_t> &names,
                                const Array<std::int32_t> &order, Index p, Index scored,
                                ExecutionContext &run)
    : names_(run.memory, given.X.rows), heaviest_(run.memory, given.X.rows), run_(run) {
  const Index n = given.X.rows;
  {
    FloatUnitRows directions = make_float_unit_rows(given, order, run);
    impacts_ =
        make_impacts(directions, any_rank(run, has_negative(directions)), run, levels_an_octave);
    given_ = std::move(directions.original);
  }
  X_ = selected_rows(given.X.sparse(), given_.data(), n, run.memory);
  rows_ = unit_rows(DataView<T>(X_), run);
  for (Index k = 0; k < n; ++k) {
    names_[k] = names[given_[k]];
    heaviest_[k] = heaviest_of(X_.view(), k);
  }
  const auto longest =
      static_cast<Index>(largest_over_ranks(run, static_cast<double>(longest_row(given))));
  for (Index t = 0; t < run.pool.threads(); ++t)
    workers_.push_back({LargestProducts(impacts_, n, longest, scored, run.memory),
                        BestRows<T>(rows_, p, run.memory, names_.data())});
}

template <class T>
void ImpactStation<T>::search(const UnitRows<T> &asked, const std::int32_t *self, Index budget,
                              bool first, ProductCut *cuts, Neighbors &lists) {
  if (X_.rows == 0) return;
  each_row(run_, workers_, 0, asked.X.rows, [&](Worker &worker, Index i) {
    LargestProducts &products = worker.products;
    products.clear();
    each_float_weight(
        asked, i, [&](std::int32_t column, float weight) { products.add_term(column, weight); });
    if (first) cuts[i] = products.cut(budget);
    improve(asked, i, self != nullptr ? self[i] : -1, cuts[i], lists, worker);
  });
  run_.monitor.check();
}

template <class T>
Index ImpactStation<T>::scored() const noexcept {
  Index sum = 0;
  for (const Worker &worker : workers_) sum += worker.scored;
  return sum;
}

// Where a row of another rank would be among the documents.
template <class T>
Index ImpactStation<T>::place_of(const UnitRows<T> &asked, Index i) const noexcept {
  return std::lower_bound(heaviest_.begin(), heaviest_.end(), heaviest_of(asked.X.sparse(), i)) -
         heaviest_.begin();
}

template <class T>
void ImpactStation<T>::improve(const UnitRows<T> &asked, Index i, Index self, ProductCut cut,
                               Neighbors &lists, Worker &worker) const noexcept {
  LargestProducts &products = worker.products;
  const Index found = products.find(self >= 0 ? self : place_of(asked, i), self, cut);
  worker.scored += found;
  std::int32_t *const index = lists.index.data() + i * lists.p;
  double *const cosine = lists.cosine.data() + i * lists.p;
  BestRows<T> &best = worker.best;
  best.load(asked, i);
  best.recall(index, cosine, lists.count[i]);
  best.score_each(
      found, [&](Index k) { return products.candidate(k); },
      [&](Index k) { return best.score(products.candidate(k)), true; });
  best.unload(asked, i);
  lists.count[i] = best.write(index, cosine);
}

template class ImpactStation<float>;
template class ImpactStation<double>;

}  // namespace manifact
