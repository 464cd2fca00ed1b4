#include "graph/neighbors/dense/exact.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "graph/neighbors/dense/scorer.hpp"
#include "graph/neighbors/row_tasks.hpp"

namespace manifact {
namespace {

// The rest of the progress is for the exact cosines of the candidates.
constexpr double searching_share = 0.98;

class ExactSearch {
 public:
  ExactSearch(const DenseUnitRows &Y, const Array<std::int32_t> *rows, const DenseUnitRows &X,
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
    each_in_batches(closer.size(), [&](Scorer &scorer, Index k) {
      const Index list = close[closer[k]];
      score_all(scorer, row_of(rows_, list), list);
    });
  }

 private:
  static std::int32_t row_of(const Array<std::int32_t> *rows, Index k) noexcept {
    return rows != nullptr ? (*rows)[k] : static_cast<std::int32_t>(k);
  }

  // Searches the rows by cosines in P; list k becomes list to[k] of the result. Returns the lists
  // that overflowed.
  template <class P>
  Array<std::int32_t> search_in(const Array<std::int32_t> *rows, const Array<std::int32_t> *to) {
    const Index n = rows != nullptr ? rows->size() : Y_.rows();
    // The p-th best may be too high and a candidate too low, each by up to the bound.
    const double error = cosine_error<P>(X_.columns());
    const P lowest = static_cast<P>(-1.001 * error), slack = static_cast<P>(2.002 * error);
    CandidateLists<P> lists(n, found_.p, lowest, slack, run_.memory);
    for (Index k = 0; k < n; ++k)
      if (Y_.scale[row_of(rows, k)] == 0) lists.close(k);
    PartOfProgress part = progress_;
    if (to == nullptr)
      part.part = progress_.at(searching_share) - progress_.done;
    else
      part = {progress_.at(searching_share), 0, progress_.total};
    search_all_pairs<P>(Y_, rows, X_, same_, lists, part, run_);
    each_in_batches(n, [&](Scorer &scorer, Index k) {
      if (lists.overflowed(k)) return;
      Index count = 0;
      const Candidate<P> *const candidates = lists.finish(k, count);
      scorer.score(Y_, row_of(rows, k), candidates, count, found_, row_of(to, k));
    });
    Index many = 0;
    for (Index k = 0; k < n; ++k) many += lists.overflowed(k) ? 1 : 0;
    Array<std::int32_t> left(run_.memory, many);
    many = 0;
    for (Index k = 0; k < n; ++k)
      if (lists.overflowed(k)) left[many++] = static_cast<std::int32_t>(k);
    return left;
  }

  // body(scorer, k) for k < n; the reported progress does not advance.
  template <class Body>
  void each_in_batches(Index n, const Body &body) {
    constexpr Index batch = 4096;
    for (Index begin = 0; begin < n; begin += batch) {
      each_row(run_, scorers_, begin, std::min(n, begin + batch), body);
      run_.monitor.report(progress_.at(searching_share), progress_.total);
    }
  }

  // Scores all rows in ascending order, until p are equal to row i up to length: none is nearer.
  void score_all(Scorer &scorer, Index i, Index list) noexcept {
    scorer.best.clear();
    scorer.cosines.load(Y_, i);
    scorer.cosines.each(
        X_.rows(), [](Index j) { return j; },
        [&](std::int32_t j, double cosine) {
          if (!(same_ && j == i)) scorer.best.put({cosine, j});
          return !(scorer.best.full() && scorer.best.worst().cosine == 1) &&
                 !run_.monitor.cancelled();
        });
    scorer.write(found_, list);
  }

  const DenseUnitRows &Y_;
  const Array<std::int32_t> *rows_;
  const DenseUnitRows &X_;
  bool same_;
  Neighbors &found_;
  PartOfProgress progress_;
  ExecutionContext &run_;
  std::vector<Scorer> scorers_;
};

}  // namespace

void search_exactly(const DenseUnitRows &Y, const Array<std::int32_t> *rows, const DenseUnitRows &X,
                    bool same, Neighbors &found, const PartOfProgress &progress,
                    ExecutionContext &run) {
  ExactSearch(Y, rows, X, same, found, progress, run).search();
}

}  // namespace manifact
