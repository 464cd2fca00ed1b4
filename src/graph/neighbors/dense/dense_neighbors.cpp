#include "graph/neighbors/dense/dense_neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "graph/graph.hpp"
#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/best_rows.hpp"
#include "graph/neighbors/dense/cells.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "runtime/array.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

double real(Index x) noexcept { return static_cast<double>(x); }

// The result, the candidates, and the values stored per row.
double lists_bytes(Index n, Index p, const DenseRows &X) noexcept {
  const double of_row = 3 * sizeof(double) + (X.selection != nullptr ? sizeof(double) : 0);
  return real(n) * (real(p) * (sizeof(double) + sizeof(std::int32_t)) + sizeof(std::int32_t)) +
         CandidateLists<float>::bytes(n, p) + real(X.rows) * of_row;
}

// A strip, and the rows and the heap of a scorer.
double workspace_bytes(Index p, const DenseRows &X) noexcept {
  return GramStrip<float>::bytes(X) + 5 * real(X.columns) * sizeof(double) + 16 * real(p);
}

}  // namespace

double exact_bytes(Index n, Index p, const DenseRows &X) noexcept {
  constexpr Index left_rows = 1024;  // of the left factor, at most
  return lists_bytes(n, p, X) + workspace_bytes(p, X) +
         real(std::min(n, left_rows)) * real(left_stride<float>(X.columns)) * sizeof(float);
}

double approximate_bytes(Index p, const DenseRows &X, Index centers, Index probed) noexcept {
  const double of_centers = real(centers) * real(X.columns) * (2 * sizeof(float)),
               of_strip = real(CenterStrip::rows) * real(centers + left_stride<float>(X.columns)) *
                          sizeof(float);
  return lists_bytes(X.rows, p, X) + of_centers + workspace_bytes(p, X) + of_strip +
         Probes::bytes(X.rows, probed);
}

void check_search_budget(double bytes, Index n, Index p, Index budget) {
  if (budget > 0)
    check_budget(bytes, budget, "the %lld nearest neighbors of %lld documents need", number(p),
                 number(n));
}

namespace {

// The p nearest of one dense row among candidates, by exact cosines.

// The workspace of one thread.
struct Scorer {
  Scorer(const DenseUnitRows &X, Index p, const std::shared_ptr<Memory> &memory)
      : cosines(X, memory), best(p, memory) {}

  // List `list` of `found` becomes that of row i of Y.
  template <class P>
  void score(const DenseUnitRows &Y, Index i, const Candidate<P> *candidates, Index count,
             Neighbors &found, Index list) noexcept {
    best.clear();
    if (count > 0) cosines.load(Y, i);
    cosines.each(
        count, [&](Index q) { return candidates[q].row; },
        [&](std::int32_t j, double cosine) {
          best.put({cosine, j});
          return true;
        });
    write(found, list);
  }
  void write(Neighbors &found, Index list) noexcept {
    found.count[list] =
        best.write(found.index.data() + list * found.p, found.cosine.data() + list * found.p);
  }

  DenseCosines cosines;
  Best best;
};

// The exact p nearest rows by cosine among dense rows; the result is that of
// graph/neighbors/neighbors.hpp, to the last bit.
//
//   1. candidates from the Gram matrix in float: every row whose float cosine is within the bound
//      of the rounding error of the p-th best
//   2. where there are more than a list holds: candidates in double, by the same blocks
//   3. where there are still more, as among equal rows: the cosines with all rows
//   4. the candidates are scored in double, products added in the order of the columns

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

// The lists of the rows of Y, or of rows[k] if `rows` is not null, written to list k of `found`;
// `same`: Y is X.
void search_exactly(const DenseUnitRows &Y, const Array<std::int32_t> *rows, const DenseUnitRows &X,
                    bool same, Neighbors &found, const PartOfProgress &progress,
                    ExecutionContext &run) {
  ExactSearch(Y, rows, X, same, found, progress, run).search();
}

// SearchKind::automatic is approximate from this number of rows on.
constexpr Index automatic_dense_rows = 50'000;

// The cost of a pair relative to one of the exact search: rows are gathered.
constexpr double pair_cost = 1.5;

// The shares of the progress after the samples and after the search.
constexpr double sampled_share = 0.1, searched_share = 0.98;

// For row k of the sample: the number of cells at which each of its neighbors is found.
void ranks_of(const DenseUnitRows &X, const Sample &sample, Index k, CenterStrip &strip, float *own,
              std::int32_t *needed) noexcept {
  const Index p = sample.right.p, cells = strip.centers.count;
  strip.measure(X, 1, [&](Index) { return sample.rows[k]; });
  std::copy_n(strip.cosines(0), cells, own);
  const Index cell = cell_of(own, cells);
  for (Index begin = 0; begin < sample.right.count[k]; begin += CenterStrip::rows) {
    const Index used = std::min<Index>(CenterStrip::rows, sample.right.count[k] - begin);
    strip.measure(X, used, [&](Index r) { return sample.right.index[k * p + begin + r]; });
    for (Index r = 0; r < used; ++r) {
      const float *const other = strip.cosines(r);
      needed[k * p + begin + r] = static_cast<std::int32_t>(
          1 + std::min(rank_of(own, cells, cell_of(other, cells)), rank_of(other, cells, cell)));
    }
  }
}

// The smallest number of cells that finds this share of the neighbors of the sample, plus the
// standard error of that share; all cells if there is none.
Index fitting_cells(const DenseUnitRows &X, const Sample &sample, const Centers &centers,
                    double recall, ExecutionContext &run) {
  const Index n = sample.rows.size(), p = sample.right.p;
  Array<std::int32_t> needed(run.memory, n * p);
  std::vector<CenterStrip> strips;
  for (Index t = 0; t < run.pool.threads(); ++t) strips.emplace_back(centers, run.memory);
  Array<float> own(run.memory, run.pool.threads() * centers.count);
  parallel_rows(run, run.pool.threads(), 0, n, 1, [&](Index t, Index k, Index) {
    ranks_of(X, sample, k, strips[static_cast<std::size_t>(t)], own.data() + t * centers.count,
             needed.data());
  });
  const auto is_enough = [&](Index t) {
    double sum = 0, squares = 0, rows = 0;
    for (Index k = 0; k < n; ++k) {
      const Index count = sample.right.count[k];
      if (count == 0) continue;
      const std::int32_t *const first = needed.data() + k * p;
      const auto hits = std::count_if(first, first + count, [&](std::int32_t c) { return c <= t; });
      const double share = static_cast<double>(hits) / static_cast<double>(count);
      sum += share;
      squares += share * share;
      rows += 1;
    }
    const double mean = rows > 0 ? sum / rows : 1;
    const double spread = rows > 0 ? squares / rows - mean * mean : 0;
    return mean - std::sqrt(std::max(0.0, spread) / std::max(1.0, rows)) >= recall;
  };
  Index below = 0, enough = centers.count;
  while (enough - below > 1) {
    const Index middle = (below + enough) / 2;
    (is_enough(middle) ? enough : below) = middle;
  }
  return enough;
}

// The p best candidates with their exact cosines.
void score(const DenseUnitRows &X, CandidateLists<float> &lists, Neighbors &found,
           ExecutionContext &run) {
  std::vector<Scorer> scorers;
  for (Index t = 0; t < run.pool.threads(); ++t) scorers.emplace_back(X, found.p, run.memory);
  constexpr Index batch = 16384;
  for (Index begin = 0; begin < found.n; begin += batch) {
    each_row(run, scorers, begin, std::min(found.n, begin + batch), [&](Scorer &scorer, Index i) {
      Index count = 0;
      const Candidate<float> *const candidates = lists.finish(i, count);
      scorer.score(X, i, candidates, count, found, i);
    });
    run.monitor.check();
  }
}

Array<std::int32_t> rows_of_length(const DenseUnitRows &X, ExecutionContext &run) {
  Index n = 0;
  for (Index i = 0; i < X.rows(); ++i) n += X.scale[i] > 0 ? 1 : 0;
  Array<std::int32_t> rows(run.memory, n);
  n = 0;
  for (Index i = 0; i < X.rows(); ++i)
    if (X.scale[i] > 0) rows[n++] = static_cast<std::int32_t>(i);
  return rows;
}

}  // namespace

bool is_dense_approximate(const SearchRequest &request, Index rows) noexcept {
  if (rows <= few_rows) return false;
  return request.kind == SearchKind::approximate ||
         (request.kind == SearchKind::automatic && rows >= automatic_dense_rows);
}

bool search_approximately(const DenseUnitRows &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run) {
  // Rows of zeros have no neighbors and are not sampled.
  const Array<std::int32_t> rows = rows_of_length(X, run);
  const Index n = rows.size(), p = found.p, sampled = std::min(sample_rows, n / 16);
  if (n <= few_rows) return false;
  Sample A = empty_sample(sampled, p, run), B = empty_sample(sampled, p, run);
  draw_samples(rows.data(), n, request.seed, A.rows, B.rows);
  const PartOfProgress all{.done = 0, .part = found.n, .total = found.n};
  const Index half = all.at(sampled_share / 2);
  search_exactly(X, &A.rows, X, true, A.right, {0, half, found.n}, run);
  search_exactly(X, &B.rows, X, true, B.right, {half, half, found.n}, run);
  const PartOfProgress sampled_part{.done = 2 * half, .part = 0, .total = found.n};
  const auto count = static_cast<Index>(2 * std::sqrt(static_cast<double>(n)));
  const Centers centers =
      make_centers(X, rows, std::min<Index>(count, 65535), request.seed, sampled_part, run);
  const Index t = fitting_cells(X, A, centers, request.recall, run);
  if (2 * t > centers.count) return decline(found, run);
  const double bytes = approximate_bytes(p, X.unit, centers.count, t);
  if (request.kind == SearchKind::automatic && request.budget > 0 &&
      bytes > static_cast<double>(request.budget))
    return decline(found, run);  // the exact search needs less memory
  check_search_budget(bytes, found.n, p, request.budget);
  const Probes probes = make_probes(X, rows, centers, t, sampled_part, run);
  const double pairs = static_cast<double>(n) * static_cast<double>(n) / 2;
  if (pair_cost * probes.products() >= pairs) return decline(found, run);
  CandidateLists<float> lists(X.rows(), p, 0, 0, run.memory);
  search_probes(X, probes, lists,
                {sampled_part.done, all.at(searched_share) - sampled_part.done, found.n}, run);
  score(X, lists, found, run);
  return accept(found, B, static_cast<Index>(probes.products()) / n, run);
}

Neighbors nearest_neighbors(const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request) {
  const Index most = std::clamp<Index>(p, 0, std::max<Index>(0, X.rows - 1));
  check_search_budget(exact_bytes(X.rows, most, X), X.rows, most, request.budget);
  Neighbors found = no_neighbors(X.rows, most, run);
  if (most == 0) return found;
  const DenseUnitRows rows = dense_unit_rows(X, run);
  found.search.searched = true;
  if (is_dense_approximate(request, X.rows) && search_approximately(rows, request, found, run))
    return found;
  search_exactly(rows, nullptr, rows, true, found, {0, X.rows, X.rows}, run);
  run.monitor.report(X.rows, X.rows);
  return found;
}

Neighbors nearest_neighbors(const DenseRows &Y, const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request) {
  const Index most = std::clamp<Index>(p, 0, X.rows);
  check_search_budget(exact_bytes(Y.rows, most, X), Y.rows, most, request.budget);
  Neighbors found = no_neighbors(Y.rows, most, run);
  if (most == 0 || Y.rows == 0) return found;
  const DenseUnitRows rows = dense_unit_rows(Y, run), others = dense_unit_rows(X, run);
  search_exactly(rows, nullptr, others, false, found, {0, Y.rows, Y.rows}, run);
  found.search.searched = true;
  run.monitor.report(Y.rows, Y.rows);
  return found;
}

}  // namespace manifact
