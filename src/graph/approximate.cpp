#include "graph/approximate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "graph/best_rows.hpp"
#include "graph/build.hpp"
#include "graph/directions.hpp"
#include "graph/impact_search.hpp"
#include "graph/neighbor_join.hpp"
#include "graph/row_search.hpp"
#include "graph/row_tasks.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

// From here on SearchKind::automatic is approximate.
constexpr std::int64_t automatic_rows = 1'000'000;

// Up to here every search is exact.
constexpr std::int64_t few_rows = 4096;

// Rows of A, and of B.
constexpr std::int64_t sample_rows = 512;

// What lists may miss before the join, in times of what they may miss after it: one round of it leaves 0.4 to 0.5 of the misses.
constexpr double misses = 1.75;

// Of the join, for one budget.
constexpr int rounds = 3;

// A product of the exact search takes at least so many times as long.
constexpr std::int64_t dear = 3;

// Counted, not timed, so that the calls of a progress function do not vary from run to run; about a tenth of a second.
constexpr std::int64_t products_between_reports = 20'000'000;

// One row out of each of as many equal parts of the rows in the order of their content; rows of zeros are left out.
template <class T>
void draw_samples(CsrView<T> X, std::uint64_t seed, Array<std::int32_t> &A, Array<std::int32_t> &B, Run &run) {
  const Array<std::int32_t> order = content_order(X, run);
  Rng rng(seed, 28);
  const std::int64_t parts = A.size() + B.size();
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::int64_t begin = X.rows * part / parts, end = X.rows * (part + 1) / parts;
    (part % 2 == 0 ? A : B)[part / 2] = order[begin + rng.below(end - begin)];
  }
}

// Between cosines in float and in double.
constexpr double rounding = 1e-6;

// The share of the neighbours in `right` that `found` has: as many as have a cosine as large as the last of the right ones. A row without
// neighbours says nothing.
struct Recall {
  double mean = 1, error = 0;  // the standard error of the mean
};

Recall recall_of(const Neighbors &right, const Neighbors &found, const std::int32_t *rows) {
  double sum = 0, squares = 0;
  std::int64_t n = 0;
  for (std::int64_t k = 0; k < right.n; ++k) {
    if (right.count[k] == 0) continue;
    const std::int64_t i = rows != nullptr ? rows[k] : k;
    const double last = right.cosine[k * right.p + right.count[k] - 1];
    const double *const cosine = found.cosine.data() + i * found.p;
    const auto hits = std::count_if(cosine, cosine + found.count[i], [&](double c) { return c >= last * (1 - rounding); });
    const double recall = static_cast<double>(hits) / static_cast<double>(right.count[k]);
    sum += recall;
    squares += recall * recall;
    ++n;
  }
  if (n == 0) return {};
  const double count = static_cast<double>(n), mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean) / count)};
}

// One search a thread, all over the same lists.
class ImpactSearches {
 public:
  ImpactSearches(const Directions &X, std::int64_t p, Run &run) : run_(run), impacts_(make_impacts(X, run)) {
    for (std::int64_t t = 0; t < run.team.threads(); ++t) searches_.emplace_back(X, impacts_, p, run.memory);
  }

  // Of the rows at these places.
  void find_some(const Array<std::int32_t> &places, std::int64_t budget, Neighbors &found) {
    each_row(run_, searches_, 0, places.size(), [&](ImpactSearch &search, std::int64_t k) { find(search, places[k], k, budget, found); });
    run_.monitor.check();
  }

  void find_all(std::int64_t budget, Pass &pass, Neighbors &found) {
    const std::int64_t at_a_time = std::max<std::int64_t>(run_.team.threads() * 64, products_between_reports / budget);
    for (std::int64_t begin = 0; begin < found.n; begin += at_a_time) {
      const std::int64_t end = std::min(begin + at_a_time, found.n);
      each_row(run_, searches_, begin, end, [&](ImpactSearch &search, std::int64_t i) { find(search, i, i, budget, found); });
      pass.report(end, found.n);
    }
    pass.next();
  }

 private:
  static void find(ImpactSearch &search, std::int64_t i, std::int64_t k, std::int64_t budget, Neighbors &found) noexcept {
    found.count[k] = search.nearest(i, budget, found.index.data() + k * found.p, found.cosine.data() + k * found.p);
  }

  Run &run_;
  Impacts impacts_;
  std::vector<ImpactSearch> searches_;
};

// Rows whose nearest are known.
struct Sample {
  Array<std::int32_t> rows;  // or places
  Neighbors right;
};

struct Samples {
  Sample A, B;
  std::int64_t work;  // what an exact search of one row costs, in postings
};

template <class T>
Samples exact_samples(const UnitRows<T> &X, std::uint64_t seed, std::int64_t p, Run &run) {
  const std::int64_t sampled = std::min(sample_rows, X.X.rows / 16);
  Samples samples{{Array<std::int32_t>(run.memory, sampled), no_neighbors(sampled, p, run)},
                  {Array<std::int32_t>(run.memory, sampled), no_neighbors(sampled, p, run)},
                  0};
  draw_samples(X.X, seed, samples.A.rows, samples.B.rows, run);
  RowSearch<T> search(X, X, true, p, run);
  for (Sample *sample : {&samples.A, &samples.B}) search.find_some(sample->rows, sample->right);
  samples.work = search.work() / (2 * sampled);
  return samples;
}

// Twice as large four steps on.
std::int64_t budget_of(int step) noexcept { return std::llround(256 * std::exp2(step / 4.0)); }

// Less than it costs to score and to join, so much dearer is a posting of the exact search, whose sums are not near the processor.
bool is_too_dear(int step, const Samples &samples) noexcept { return budget_of(step) > dear * samples.work; }

// The first step by which A's lists are good enough, by halving: larger budgets find more. The first that is too dear where none is.
int fitting_step(ImpactSearches &searches, const Samples &samples, double recall, Run &run) {
  Neighbors found = no_neighbors(samples.A.right.n, samples.A.right.p, run);
  int below = -1, enough = 0;
  while (!is_too_dear(enough, samples)) ++enough;
  while (enough - below > 1) {
    const int middle = (below + enough) / 2;
    searches.find_some(samples.A.rows, budget_of(middle), found);
    (recall_of(samples.A.right, found, nullptr).mean >= 1 - misses * (1 - recall) ? enough : below) = middle;
  }
  return enough;
}

// Whether the lists are as good as they are to be.
bool find_lists(ImpactSearches &searches, const Directions &X, const Sample &A, std::int64_t budget, double recall, Pass &pass,
                Neighbors &found, Run &run) {
  searches.find_all(budget, pass, found);
  for (int round = 0; round < rounds; ++round) {
    join_neighbors(X, found, pass, run);
    const Recall got = recall_of(A.right, found, A.rows.data());
    if (got.mean - got.error >= recall) return true;
  }
  return false;
}

// The budget that it took; 0 where the exact search is no dearer.
std::int64_t find_places(const Directions &X, Samples &samples, double recall, Neighbors &found, Run &run) {
  for (Sample *sample : {&samples.A, &samples.B})
    for (std::int32_t &row : sample->rows) row = X.place[row];
  ImpactSearches searches(X, found.p, run);
  Pass pass{run.monitor, found.n};
  for (int step = fitting_step(searches, samples, recall, run); !is_too_dear(step, samples); step += 4)
    if (find_lists(searches, X, samples.A, budget_of(step), recall, pass, found, run)) return budget_of(step);
  return 0;
}

// Lists of places -> those of the rows of X, with their cosines to the last bit.
template <class T>
void name_rows(const UnitRows<T> &X, const Directions &directions, Neighbors &found, Run &run) {
  const std::int64_t p = found.p;
  Neighbors named = no_neighbors(found.n, p, run);
  std::vector<BestRows<T>> rooms;
  for (std::int64_t t = 0; t < run.team.threads(); ++t) rooms.emplace_back(X, p, run.memory);
  each_row(run, rooms, 0, found.n, [&](BestRows<T> &best, std::int64_t k) {
    const std::int64_t i = directions.original[k];
    const std::int32_t *const place = found.index.data() + k * p;
    best.load(X, i);
    best.score_each(
        found.count[k], [&](std::int64_t q) { return directions.original[place[q]]; },
        [&](std::int64_t q) { return best.score(directions.original[place[q]]), true; });
    best.unload(X, i);
    named.count[i] = best.write(named.index.data() + i * p, named.cosine.data() + i * p);
  });
  run.monitor.check();
  found = std::move(named);
}

}  // namespace

bool is_approximate(const SearchRequest &request, std::int64_t rows) noexcept {
  if (rows <= few_rows) return false;
  return request.kind == SearchKind::approximate || (request.kind == SearchKind::automatic && rows >= automatic_rows);
}

template <class T>
bool search_approximately(const UnitRows<T> &X, const SearchRequest &request, Neighbors &found, Run &run) {
  Samples samples = exact_samples(X, request.seed, found.p, run);
  const Array<std::int32_t> rows = samples.B.rows.copy();
  const Directions directions = make_directions(X, run);
  const std::int64_t budget = find_places(directions, samples, request.recall, found, run);
  if (budget == 0) {
    std::fill(found.count.begin(), found.count.end(), 0);
    run.monitor.note(0, "approximate search: the exact one is no dearer here and is made instead");
    return false;
  }
  name_rows(X, directions, found, run);
  found.search = {true, true, recall_of(samples.B.right, found, rows.data()).mean, rows.size(), budget};
  run.monitor.report(found.n, found.n);
  char text[120];
  std::snprintf(text, sizeof text, "approximate search: %.1f%% of the nearest neighbours found, estimated on %lld documents",
                100 * found.search.recall, static_cast<long long>(found.search.sampled));
  run.monitor.note(0, text);
  return true;
}

template bool search_approximately(const UnitRows<float> &, const SearchRequest &, Neighbors &, Run &);
template bool search_approximately(const UnitRows<double> &, const SearchRequest &, Neighbors &, Run &);

}  // namespace manifact
