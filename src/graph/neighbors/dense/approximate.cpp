#include "graph/neighbors/dense/approximate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/cells.hpp"
#include "graph/neighbors/dense/exact.hpp"
#include "graph/neighbors/dense/probes.hpp"
#include "graph/neighbors/dense/scorer.hpp"
#include "graph/neighbors/dense/search_memory.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {
namespace {

// SearchKind::automatic is approximate from this number of rows on.
constexpr Index automatic_rows = 50'000;

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
         (request.kind == SearchKind::automatic && rows >= automatic_rows);
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

}  // namespace manifact
