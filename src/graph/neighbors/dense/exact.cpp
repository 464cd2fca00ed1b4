#include "graph/neighbors/dense/exact.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "graph/neighbors/best_rows.hpp"
#include "graph/neighbors/dense/approximate.hpp"
#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

// The rest of the progress is for the exact cosines of the candidates.
constexpr double searching_share = 0.98;

template <class T>
struct Scorer {
  Scorer(const DenseUnitRows<T> &X, Index p, const std::shared_ptr<Memory> &memory)
      : row(memory, X.X.columns), cosines(X, row.data()), best(p, memory) {}

  Array<double> row;
  DenseCosines<T> cosines;
  Best best;
};

template <class T>
class ExactSearch {
 public:
  ExactSearch(const DenseUnitRows<T> &Y, const Array<std::int32_t> *rows, const DenseUnitRows<T> &X,
              bool same, Neighbors &found, const PartOfProgress &progress, ExecutionContext &run)
      : Y_(Y), rows_(rows), X_(X), same_(same), found_(found), progress_(progress), run_(run) {
    for (Index t = 0; t < run.pool.threads(); ++t) scorers_.emplace_back(X, found.p, run.memory);
  }

  void search() {
    const Array<std::int32_t> close = search_in<float>(rows_, nullptr);
    if (close.empty()) return;
    // Rows of Y, and their lists in `found_`.
    Array<std::int32_t> rows(run_.memory, close.size());
    for (Index k = 0; k < close.size(); ++k) rows[k] = row_of(rows_, close[k]);
    const Array<std::int32_t> closer = search_in<double>(&rows, &close);
    each_in_batches(closer.size(), [&](Scorer<T> &scorer, Index k) {
      const Index list = close[closer[k]];
      score_all(scorer, row_of(rows_, list), list);
    });
  }

 private:
  static std::int32_t row_of(const Array<std::int32_t> *rows, Index k) noexcept {
    return rows != nullptr ? (*rows)[k] : static_cast<std::int32_t>(k);
  }

  // Searches the rows by cosines in P; list k becomes list to[k] of the result. Returns the lists
  // that do not hold their candidates.
  template <class P>
  Array<std::int32_t> search_in(const Array<std::int32_t> *rows, const Array<std::int32_t> *to) {
    const Index n = rows != nullptr ? rows->size() : Y_.X.rows;
    // The p-th best may be too low, and a candidate too high, by the bound each.
    const double error = cosine_error<P>(X_.X.columns);
    const P lowest = static_cast<P>(-1.001 * error), slack = static_cast<P>(2.002 * error);
    CandidateLists<P> lists(n, found_.p, lowest, slack, run_.memory);
    for (Index k = 0; k < n; ++k)
      if (Y_.scale[row_of(rows, k)] == 0) lists.close(k);
    PartOfProgress part = progress_;
    if (to == nullptr)
      part.part = progress_.at(searching_share) - progress_.done;
    else
      part = {progress_.at(searching_share), 0, progress_.total};
    search_all_pairs<T, P>(Y_, rows, X_, same_, lists, part, run_);
    each_in_batches(n, [&](Scorer<T> &scorer, Index k) {
      if (!lists.overflowed(k)) score(scorer, lists, k, row_of(rows, k), row_of(to, k));
    });
    Index many = 0;
    for (Index k = 0; k < n; ++k) many += lists.overflowed(k) ? 1 : 0;
    Array<std::int32_t> left(run_.memory, many);
    many = 0;
    for (Index k = 0; k < n; ++k)
      if (lists.overflowed(k)) left[many++] = static_cast<std::int32_t>(k);
    return left;
  }

  // body(scorer, k) for k < n, with reports of no progress.
  template <class Body>
  void each_in_batches(Index n, const Body &body) {
    constexpr Index batch = 4096;
    for (Index begin = 0; begin < n; begin += batch) {
      each_row(run_, scorers_, begin, std::min(n, begin + batch), body);
      run_.monitor.report(progress_.at(searching_share), progress_.total);
    }
  }

  template <class P>
  void score(Scorer<T> &scorer, CandidateLists<P> &lists, Index k, Index i, Index list) noexcept {
    Index count = 0;
    const Candidate<P> *const candidates = lists.finish(k, count);
    scorer.best.clear();
    if (count > 0) {
      scorer.cosines.load(Y_, i);
      scorer.cosines.each(
          count, [&](Index q) { return candidates[q].row; },
          [&](std::int32_t j, double cosine) {
            return scorer.best.put({cosine, j}), true;
          });
    }
    write(scorer, list);
  }

  // All rows in ascending order, until p are equal to row i up to length: none is nearer.
  void score_all(Scorer<T> &scorer, Index i, Index list) noexcept {
    scorer.best.clear();
    scorer.cosines.load(Y_, i);
    scorer.cosines.each(
        X_.X.rows, [](Index j) { return j; },
        [&](std::int32_t j, double cosine) {
          if (!(same_ && j == i)) scorer.best.put({cosine, j});
          return !(scorer.best.full() && scorer.best.worst().cosine == 1) &&
                 !run_.monitor.cancelled();
        });
    write(scorer, list);
  }

  void write(Scorer<T> &scorer, Index list) noexcept {
    found_.count[list] = scorer.best.write(found_.index.data() + list * found_.p,
                                           found_.cosine.data() + list * found_.p);
  }

  const DenseUnitRows<T> &Y_;
  const Array<std::int32_t> *rows_;
  const DenseUnitRows<T> &X_;
  bool same_;
  Neighbors &found_;
  PartOfProgress progress_;
  ExecutionContext &run_;
  std::vector<Scorer<T>> scorers_;
};

}  // namespace

void check_search_budget(Index n, Index p, Index columns, Index threads, Index budget) {
  // The lists of the result and of the candidates; the rows of a left factor; the workspaces.
  const double left = static_cast<double>(std::min<Index>(n, 1024) * left_stride<float>(columns));
  const double bytes = static_cast<double>(n) * (static_cast<double>(p) * 12 + 28) +
                       CandidateLists<float>::bytes(n, p) + std::min(left * 4, 32e6) +
                       static_cast<double>(threads) * GramStrip<float>::bytes(columns);
  if (budget > 0 && bytes > static_cast<double>(budget))
    fail(Status::budget,
         "the %lld nearest neighbors of %lld documents need %.0f bytes, more than the "
         "memory-budget of %lld",
         static_cast<long long>(p), static_cast<long long>(n), bytes,
         static_cast<long long>(budget));
}

template <class T>
void search_exactly(const DenseUnitRows<T> &Y, const Array<std::int32_t> *rows,
                    const DenseUnitRows<T> &X, bool same, Neighbors &found,
                    const PartOfProgress &progress, ExecutionContext &run) {
  ExactSearch<T>(Y, rows, X, same, found, progress, run).search();
}

template <class T>
Neighbors nearest_neighbors(DenseView<T> X, Index p, ExecutionContext &run,
                            const SearchRequest &request, Index budget) {
  const Index most = std::clamp<Index>(p, 0, std::max<Index>(0, X.rows - 1));
  check_search_budget(X.rows, most, X.columns, run.pool.threads(), budget);
  Neighbors found = no_neighbors(X.rows, most, run);
  if (most == 0) return found;
  const DenseUnitRows<T> rows = dense_unit_rows(X, run);
  found.search.searched = true;
  if (is_dense_approximate(request, X.rows) &&
      search_approximately(rows, request, found, budget, run))
    return found;
  search_exactly(rows, nullptr, rows, true, found, {0, X.rows, X.rows}, run);
  run.monitor.report(X.rows, X.rows);
  return found;
}

template <class T>
Neighbors nearest_neighbors(DenseView<T> Y, DenseView<T> X, Index p, ExecutionContext &run,
                            Index budget) {
  const Index most = std::clamp<Index>(p, 0, X.rows);
  check_search_budget(Y.rows, most, X.columns, run.pool.threads(), budget);
  Neighbors found = no_neighbors(Y.rows, most, run);
  if (most == 0 || Y.rows == 0) return found;
  const DenseUnitRows<T> rows = dense_unit_rows(Y, run), others = dense_unit_rows(X, run);
  search_exactly(rows, nullptr, others, false, found, {0, Y.rows, Y.rows}, run);
  found.search.searched = true;
  run.monitor.report(Y.rows, Y.rows);
  return found;
}

#define MANIFACT_EXACT(T)                                                                     \
  template Neighbors nearest_neighbors(DenseView<T>, Index, ExecutionContext &,               \
                                       const SearchRequest &, Index);                         \
  template Neighbors nearest_neighbors(DenseView<T>, DenseView<T>, Index, ExecutionContext &, \
                                       Index);                                                \
  template void search_exactly(const DenseUnitRows<T> &, const Array<std::int32_t> *,         \
                               const DenseUnitRows<T> &, bool, Neighbors &,                   \
                               const PartOfProgress &, ExecutionContext &);
MANIFACT_EXACT(float)
MANIFACT_EXACT(double)
#undef MANIFACT_EXACT

}  // namespace manifact
