#include "graph/neighbors/approximate/approximate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graph/build.hpp"
#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "graph/neighbors/approximate/impacts.hpp"
#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/best_rows.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The number of reverse neighbors per p: with p alone, a quarter more neighbors are missed.
constexpr Index reverse_each = 2;

// For each row i, the best of the rows whose lists contain it: count[i] from index[i * most] on.
struct ReverseNeighbors {
  Index most;
  Array<std::int32_t> index, count;
};

struct ReverseEntry {
  float cosine;
  std::int32_t from;
  bool operator<(const ReverseEntry &other) const noexcept {
    return cosine > other.cosine || (cosine == other.cosine && from < other.from);
  }
};

ReverseNeighbors reverse_neighbors_of(const Neighbors &found, ExecutionContext &run) {
  const Index n = found.n, p = found.p, most = reverse_each * p;
  Array<Index> begin(run.memory, n + 1);
  const auto each_entry = [&](auto &&take) {
    for (Index i = 0; i < n; ++i)
      for (Index q = i * p; q < i * p + found.count[i]; ++q)
        take(found.index[q], ReverseEntry{.cosine = static_cast<float>(found.cosine[q]),
                                          .from = static_cast<std::int32_t>(i)});
  };
  each_entry([&](std::int32_t to, const ReverseEntry &) { ++begin[to + 1]; });
  for (Index i = 0; i < n; ++i) begin[i + 1] += begin[i];
  run.monitor.check();
  Array<ReverseEntry> entries(run.memory, begin[n]);
  Array<Index> next = begin.copy();
  each_entry([&](std::int32_t to, const ReverseEntry &entry) { entries[next[to]++] = entry; });
  run.monitor.check();
  ReverseNeighbors reverse{.most = most,
                           .index = Array<std::int32_t>(run.memory, n * most),
                           .count = Array<std::int32_t>(run.memory, n)};
  run.pool.blocks(n, 4096, [&](Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const Index count = std::min(most, begin[i + 1] - begin[i]);
      std::partial_sort(entries.begin() + begin[i], entries.begin() + begin[i] + count,
                        entries.begin() + begin[i + 1]);
      for (Index q = 0; q < count; ++q) reverse.index[i * most + q] = entries[begin[i] + q].from;
      reverse.count[i] = static_cast<std::int32_t>(count);
    }
  });
  return reverse;
}

// Workspace of one row at a time.
struct Workspace {
  BestFloatRows best;
  Array<std::int32_t> seen;    // by document: the last row, counted from 1, that has visited it
  Array<std::int32_t> others;  // to be scored

  Workspace(const FloatUnitRows &X, Index p, const std::shared_ptr<Memory> &memory)
      : best(X, p, memory), seen(memory, X.n), others(memory, joined(p)) {}

  bool is_new(std::int32_t d, Index i) noexcept {
    return std::exchange(seen[d], static_cast<std::int32_t>(i + 1)) != i + 1;
  }
};

// body(j) for the rows near i until it returns false: those of its own list first.
template <class Body>
bool each_near(const Neighbors &found, const ReverseNeighbors &reverse, Index i, const Body &body) {
  const Index p = found.p;
  for (Index q = i * p; q < i * p + found.count[i]; ++q)
    if (!body(found.index[q])) return false;
  for (Index q = i * reverse.most; q < i * reverse.most + reverse.count[i]; ++q)
    if (!body(reverse.index[q])) return false;
  return true;
}

void join_row(const Neighbors &found, const ReverseNeighbors &reverse, Index i,
              Workspace &workspace, Neighbors &better) noexcept {
  const Index p = found.p;
  workspace.best.load(i);
  workspace.is_new(static_cast<std::int32_t>(i), i);
  for (Index q = i * p; q < i * p + found.count[i]; ++q) {
    workspace.best.put({found.cosine[q], found.index[q]});
    workspace.is_new(found.index[q], i);
  }
  Index count = 0;
  const auto add = [&](std::int32_t d) {
    workspace.others[count] = d;
    count += workspace.is_new(d, i);
    return count < workspace.others.size();
  };
  each_near(found, reverse, i, add);
  each_near(found, reverse, i, [&](std::int32_t j) {
    return count < workspace.others.size() && each_near(found, reverse, j, add);
  });
  workspace.best.score(count, [&](Index k) { return workspace.others[k]; });
  workspace.best.unload(i);
  better.count[i] = workspace.best.write(better.index.data() + i * p, better.cosine.data() + i * p);
}

}  // namespace

void join_neighbors(const FloatUnitRows &X, Neighbors &found, Index rows_at_a_time, Pass &pass,
                    ExecutionContext &run) {
  const ReverseNeighbors reverse = reverse_neighbors_of(found, run);
  Neighbors better = no_neighbors(found.n, found.p, run);
  std::vector<Workspace> workspaces;
  for (Index t = 0; t < run.pool.threads(); ++t) workspaces.emplace_back(X, found.p, run.memory);
  for (Index begin = 0; begin < found.n; begin += rows_at_a_time) {
    const Index end = std::min(begin + rows_at_a_time, found.n);
    each_row(run, workspaces, begin, end, [&](Workspace &workspace, Index i) {
      join_row(found, reverse, i, workspace, better);
    });
    pass.report(end, found.n);
  }
  found.index.swap(better.index);
  found.cosine.swap(better.cosine);
  found.count.swap(better.count);
  pass.next();
}

namespace {

// SearchKind::automatic is approximate from this number of rows on.
constexpr Index automatic_rows = 100'000;

// Acceptable misses of the lists before the join, relative to those after it: one round leaves 0.35
// to 0.45 of the misses.
constexpr double misses = 2.4;

// The minimum recall before the join, relative to the target: a join of poor lists finds little.
constexpr double least_recall = 0.85;

// Rounds of the join per budget; attempts, each with twice the budget.
constexpr int join_rounds = 3, attempts = 3;

// Progress is reported by count, not by time, so that the calls of a progress function do not vary
// between runs; about every tenth of a second.
constexpr Index sparse_products_between_reports = 20'000'000;

// The cost of scoring this many documents, in products.
Index scored_of(const FloatUnitRows &X, Index documents) noexcept {
  return documents * (fetched_document + X.begin[X.n] / std::max<Index>(1, X.n));
}

Index rows_between_reports(Index products) noexcept {
  return std::max<Index>(256, sparse_products_between_reports / products);
}

// One search per thread, all on the same lists.
class ImpactSearches {
 public:
  ImpactSearches(const FloatUnitRows &X, Index p, ExecutionContext &run)
      : run_(run), X_(X), impacts_(make_impacts(X, has_negative(X), run)) {
    for (Index t = 0; t < run.pool.threads(); ++t)
      searches_.emplace_back(X, impacts_, p, run.memory);
  }

  // Searches for the neighbors of the rows at these positions.
  void find_some(const Array<std::int32_t> &positions, Index budget, Neighbors &found) {
    each_row(run_, searches_, 0, positions.size(),
             [&](ImpactSearch &search, Index k) { find(search, positions[k], k, budget, found); });
    run_.monitor.report(0, X_.n);
  }

  void find_all(Index budget, Pass &pass, Neighbors &found) {
    const Index at_a_time =
        rows_between_reports(budget + scored_of(X_, ImpactSearch::scored(found.p)));
    for (Index begin = 0; begin < found.n; begin += at_a_time) {
      const Index end = std::min(begin + at_a_time, found.n);
      each_row(run_, searches_, begin, end,
               [&](ImpactSearch &search, Index i) { find(search, i, i, budget, found); });
      pass.report(end, found.n);
    }
    pass.next();
  }

 private:
  static void find(ImpactSearch &search, Index i, Index k, Index budget,
                   Neighbors &found) noexcept {
    found.count[k] = search.nearest(i, budget, found.index.data() + k * found.p,
                                    found.cosine.data() + k * found.p);
  }

  ExecutionContext &run_;
  const FloatUnitRows &X_;
  Impacts impacts_;
  std::vector<ImpactSearch> searches_;
};

struct Samples {
  Sample A, B;
  Index work;  // cost of an exact search of one row, in postings
};

// Samples of these rows.
template <class T>
Samples exact_samples(const UnitRows<T> &X, const std::int32_t *rows, Index n, std::uint64_t seed,
                      Index p, ExecutionContext &run) {
  const Index sampled = std::min(sample_rows, n / 16);
  Samples samples{
      .A = empty_sample(sampled, p, run), .B = empty_sample(sampled, p, run), .work = 0};
  draw_samples(rows, n, seed, samples.A.rows, samples.B.rows);
  RowSearch<T> search(X, X, true, p, run);
  for (Sample *sample : {&samples.A, &samples.B}) search.find_some(sample->rows, sample->right);
  samples.work = search.work() / (2 * sampled);
  return samples;
}

// The sample to find, and the required recall.
struct Goal {
  const Neighbors &right;
  Array<std::int32_t> positions;
  double recall, rounding;
};

// The first step whose lists of A are good enough for the join, by bisection: larger budgets find
// more. -1 if its cost reaches that of the exact search.
int fitting_step(const FloatUnitRows &X, ImpactSearches &searches, const Goal &goal, Index work,
                 ExecutionContext &run) {
  const Index p = goal.right.p,
              scored = scored_of(
                  X, ImpactSearch::scored(p) + joined(p) / 4);  // typically the number of new ones
  const auto is_too_costly = [&](int step) {
    return costs_as_much_as_exact(budget_of(step), scored, work);
  };
  Neighbors found = no_neighbors(goal.right.n, p, run);
  const double needed = std::max(1 - misses * (1 - goal.recall), least_recall * goal.recall);
  int below = -1, enough = 0;
  while (!is_too_costly(enough)) ++enough;
  while (enough - below > 1) {
    const int middle = (below + enough) / 2;
    searches.find_some(goal.positions, budget_of(middle), found);
    (recall_of(goal.right, found, nullptr, goal.rounding).mean >= needed ? enough : below) = middle;
  }
  return is_too_costly(enough) ? -1 : enough;
}

// Returns whether the lists reach the target recall.
bool find_lists(ImpactSearches &searches, const FloatUnitRows &X, const Goal &goal, Index budget,
                Pass &pass, Neighbors &found, ExecutionContext &run) {
  searches.find_all(budget, pass, found);
  for (int round = 0; round < join_rounds; ++round) {
    join_neighbors(X, found, rows_between_reports(scored_of(X, joined(found.p))), pass, run);
    const Recall got = recall_of(goal.right, found, goal.positions.data(), goal.rounding);
    if (got.mean - got.error >= goal.recall) return true;
  }
  return false;
}

// Lists of positions, and the budget used; 0 and no lists if the exact search is not slower.
Index find_places(const FloatUnitRows &X, const Samples &samples, double recall, Pass &pass,
                  Neighbors &found, ExecutionContext &run) {
  Index longest = 0;
  for (Index k = 0; k < X.n; ++k) longest = std::max(longest, X.begin[k + 1] - X.begin[k]);
  Goal goal{
      .right = samples.A.right,
      .positions = samples.A.rows.copy(),
      .recall = recall,
      .rounding = 1e-6 + static_cast<double>(longest) * 0x1p-24};  // error bound of the float sums
  for (std::int32_t &place : goal.positions) place = X.place[place];
  ImpactSearches searches(X, found.p, run);
  const int step = fitting_step(X, searches, goal, samples.work, run);
  if (step < 0) return 0;
  int attempt = 0;
  while (!find_lists(searches, X, goal, budget_of(step + 4 * attempt), pass, found, run) &&
         attempt + 1 < attempts)
    ++attempt;
  return budget_of(step + 4 * attempt);
}

// Converts lists of positions to lists of rows of X, with exact cosines.
template <class T>
void name_rows(const UnitRows<T> &X, const FloatUnitRows &directions, Pass &pass, Neighbors &found,
               ExecutionContext &run) {
  const Index p = found.p, at_a_time = rows_between_reports(scored_of(directions, p));
  Neighbors named = no_neighbors(found.n, p, run);
  std::vector<BestRows<T>> workspaces;
  for (Index t = 0; t < run.pool.threads(); ++t) workspaces.emplace_back(X, p, run.memory);
  for (Index begin = 0; begin < found.n; begin += at_a_time) {
    const Index end = std::min(begin + at_a_time, found.n);
    each_row(run, workspaces, begin, end, [&](BestRows<T> &best, Index k) {
      const Index i = directions.original[k];
      const std::int32_t *const place = found.index.data() + k * p;
      best.load(X, i);
      best.score_each(
          found.count[k], [&](Index q) { return directions.original[place[q]]; },
          [&](Index q) { return best.score(directions.original[place[q]]), true; });
      best.unload(X, i);
      named.count[i] = best.write(named.index.data() + i * p, named.cosine.data() + i * p);
    });
    pass.report(end, found.n);
  }
  found = std::move(named);
}

}  // namespace

bool is_approximate(const SearchRequest &request, Index rows) noexcept {
  if (rows <= few_rows) return false;
  return request.kind == SearchKind::approximate ||
         (request.kind == SearchKind::automatic && rows >= automatic_rows);
}

template <class T>
bool search_approximately(const UnitRows<T> &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run) {
  Array<std::int32_t> order = canonical_order(X.X, run);
  FloatUnitRows directions = make_float_unit_rows(X, order, run);
  directions.heaviest = {};
  // Rows of zeros have no neighbors and are not sampled.
  const Index n = std::stable_partition(order.begin(), order.end(),
                                        [&](std::int32_t i) { return X.square[i] > 0; }) -
                  order.begin();
  if (n <= few_rows) return false;
  const Samples samples = exact_samples(X, order.data(), n, request.seed, found.p, run);
  Pass pass{.monitor = run.monitor, .total = found.n};
  const Index budget = find_places(directions, samples, request.recall, pass, found, run);
  if (budget == 0) return decline(found, run);
  name_rows(X, directions, pass, found, run);
  return accept(found, samples.B, budget, run);
}

template bool search_approximately(const UnitRows<float> &, const SearchRequest &, Neighbors &,
                                   ExecutionContext &);
template bool search_approximately(const UnitRows<double> &, const SearchRequest &, Neighbors &,
                                   ExecutionContext &);

}  // namespace manifact
