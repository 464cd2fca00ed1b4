#include "distributed/ring.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "distributed/documents.hpp"
#include "distributed/group.hpp"
#include "distributed/local_search.hpp"
#include "distributed/reversed_lists.hpp"
#include "distributed/ring_exchange.hpp"
#include "distributed/shared_documents.hpp"
#include "graph/graph.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/unit_rows.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The approximate search among documents that are divided among ranks.
//
// The documents are in B blocks, one for each rank, or for several ranks that share theirs
// (shared_documents.hpp). The rows pass around the ring (ring_exchange.hpp). In
// each block, the largest products with its documents are added, up to 1/B of the budget, and the
// documents with the largest sums are scored exactly. The threshold for the sums is determined in
// the first block, that of the row itself. The documents of a block must be a random sample of all,
// so that the neighbors of a row are spread over the blocks. In the end, the rows that list a row
// as a neighbor are added to its list (reversed_lists.hpp).
//
// As in graph/neighbors/approximate/approximate.hpp, the neighbors of two samples of rows, A and B,
// are found exactly: the budget is the smallest that finds the required share of the neighbors of
// A, less what the reversed lists are expected to add, and B gives the final estimate.

// Rows of sample B; A has twice as many. More than in a single process: no join makes up for a
// budget that is too small because of the error of the recall of A.
constexpr Index ring_sample = 1024;

// The reversed lists leave this share of the misses, .80 to .93 on four text collections
// (docs/scaling.md).
constexpr double misses_left = 0.93;

// The rows whose neighbors this rank searches for: a part of its local
// documents.
template <class T>
struct OwnRows {
  Array<std::int32_t> local, original;  // of each, the local index and the original row
  Array<std::int32_t> ids;
  Csr<T> X;
  UnitRows<T> rows;  // of X, or of the local documents if these are all
};

template <class T>
OwnRows<T> own_rows(const LocalImpactSearch<T> &local, const BlockPlan &plan,
                    ExecutionContext &run) {
  const DataView<T> &all = local.rows().X;
  // Equal numbers of entries: zero rows, which come first, cost nothing.
  const auto first_of = [&](Index part) -> Index {
    const CsrView<T> &X = all.sparse();
    if (part == plan.sharers()) return X.rows;
    return std::lower_bound(X.indptr, X.indptr + X.rows, X.entries() * part / plan.sharers()) -
           X.indptr;
  };
  const Index begin = first_of(plan.part()), n = first_of(plan.part() + 1) - begin;
  OwnRows<T> own{Array<std::int32_t>(run.memory, n),
                 Array<std::int32_t>(run.memory, n),
                 Array<std::int32_t>(run.memory, n),
                 {},
                 {}};
  std::iota(own.local.begin(), own.local.end(), static_cast<std::int32_t>(begin));
  std::copy_n(local.original_rows().begin() + begin, n, own.original.begin());
  std::copy_n(local.ids().begin() + begin, n, own.ids.begin());
  if (plan.shares()) own.X = selected_rows(all.sparse(), own.local.data(), n, run.memory);
  own.rows = unit_rows(plan.shares() ? DataView<T>(own.X) : all, run);
  return own;
}

// A sample of the OwnRows of this rank: their positions among these, and their neighbors.
template <class T>
struct RingSample {
  Array<std::int32_t> positions;
  Csr<T> X;
  UnitRows<T> rows;  // of X
  Neighbors right;
};

// This rank's share of a sample of `all` rows over all ranks; at most a third of its rows.
Index share_of_sample(Index all, Index mine, ExecutionContext &run) {
  const Index total = run.total(mine), before = run.rows_before(mine);
  if (total == 0) return 0;
  const auto up_to = [&](Index rows) { return rows * all / total; };
  return std::min(up_to(before + mine) - up_to(before), mine / 3);
}

template <class T>
void find_exactly(const UnitRows<T> &rows, Index p, LocalSearch<T> &local, RingSample<T> &sample,
                  ExecutionContext &run) {
  sample.X =
      selected_rows(rows.X.sparse(), sample.positions.data(), sample.positions.size(), run.memory);
  sample.rows = unit_rows(DataView<T>(sample.X), run);
  sample.right = no_neighbors(sample.positions.size(), p, run);
  exchange_on_ring(sample.rows, sample.right, group_of(run).size(), run,
                   [&](const UnitRows<T> &queries, bool own, Neighbors &lists, auto &) {
                     local.search(queries, own ? sample.positions.data() : nullptr, lists);
                     run.monitor.check();
                   });
}

// The samples, and the mean cost of an exact search in postings.
template <class T>
struct RingSamples {
  RingSample<T> A, B;
  Index all = 0, work = 0;  // `all`: rows of B on all ranks
};

template <class T>
RingSamples<T> exact_ring_samples(const OwnRows<T> &own, std::uint64_t seed, Index p,
                                  ExecutionContext &run) {
  const UnitRows<T> &rows = own.rows;
  std::vector<std::int32_t> filled;  // rows of zeros have no neighbors
  for (Index k = 0; k < rows.X.rows; ++k)
    if (rows.square[k] > 0) filled.push_back(static_cast<std::int32_t>(k));
  const Index mine = std::ssize(filled),
              some = share_of_sample(std::min(ring_sample, run.total(mine) / 16), mine, run);
  RingSamples<T> samples;
  samples.A.positions = Array<std::int32_t>(run.memory, 2 * some);
  samples.B.positions = Array<std::int32_t>(run.memory, some);
  draw_samples(filled.data(), mine, seed, samples.A.positions, samples.B.positions);
  samples.all = run.total(some);
  LocalSearch<T> exact(rows, own.ids, 0, run);
  for (RingSample<T> *sample : {&samples.A, &samples.B}) find_exactly(rows, p, exact, *sample, run);
  samples.work = run.total(exact.work()) / std::max<Index>(1, 3 * samples.all);
  return samples;
}

// The rows of sample A, of all ranks, that are searched for on this rank.
template <class T>
struct Probe {
  Csr<T> X;
  UnitRows<T> rows;                // of X
  std::vector<std::int32_t> self;  // local index of this rank's own row, else -1
  std::vector<Index> row;          // the number of each in the sample of all ranks
  std::vector<double> last;        // of all ranks: the least cosine of the neighbors of each row
  std::vector<double> count;       // of all ranks: their number
};

template <class T>
Probe<T> probe_of(const RingSample<T> &sample, const OwnRows<T> &own, const BlockPlan &plan,
                  ExecutionContext &run) {
  const Index columns = own.rows.X.columns;
  const std::vector<Bytes> packets = group_of(run).exchange(std::vector<Bytes>(
      static_cast<std::size_t>(plan.ranks), packed_rows(sample.rows, sample.right)));
  Probe<T> probe;
  std::vector<Csr<T>> parts;
  Index rows = 0, entries = 0;
  for (Index r = 0; r < plan.ranks; ++r) {
    Unpack from(packets[static_cast<std::size_t>(r)]);
    ReceivedRows<T> part = unpacked_rows<T>(from, columns, sample.right.p, run);
    const Neighbors &right = part.lists;
    for (Index i = 0; i < right.n; ++i) {
      if (plan.searches_for(r)) {
        probe.row.push_back(std::ssize(probe.count));
        probe.self.push_back(r == plan.rank ? own.local[sample.positions[i]] : -1);
      }
      const Index count = right.count[i];
      probe.count.push_back(static_cast<double>(count));
      probe.last.push_back(count > 0 ? right.cosine[i * right.p + count - 1] : 0);
    }
    if (!plan.searches_for(r)) continue;
    rows += part.X.rows;
    entries += part.X.entries();
    parts.push_back(std::move(part.X));
  }
  probe.X = joined_rows(parts, rows, columns, entries, run);
  probe.rows = unit_rows(DataView<T>(probe.X), run);
  return probe;
}

// The cut of each row, from the rank that owns it.
template <class T>
std::vector<ProductCut> cuts_of(const Probe<T> &probe, LocalImpactSearch<T> &local, Index budget,
                                Index p, ExecutionContext &run) {
  std::vector<ProductCut> cuts(probe.row.size());
  Neighbors found = no_neighbors(probe.X.rows, p, run);
  local.search(probe.rows, probe.self.data(), budget, cuts.data(), found);
  std::vector<double> values(3 * probe.count.size());
  for (std::size_t k = 0; k < cuts.size(); ++k)
    if (probe.self[k] >= 0) {
      double *const value = values.data() + 3 * probe.row[k];
      value[0] = cuts[k].share;
      value[1] = cuts[k].grade;
      value[2] = cuts[k].least_sum;
    }
  group_of(run).sum(values.data(), std::ssize(values));
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    const double *const value = values.data() + 3 * probe.row[k];
    cuts[k] = {value[0], static_cast<std::int32_t>(value[1]), static_cast<std::uint16_t>(value[2])};
  }
  return cuts;
}

// The recall of A with this budget. Each neighbor is counted on the one rank that finds it.
template <class T>
Recall recall_by(const Probe<T> &probe, LocalImpactSearch<T> &local, Index budget, Index p,
                 ExecutionContext &run) {
  std::vector<ProductCut> cuts = cuts_of(probe, local, budget, p, run);
  Neighbors found = no_neighbors(probe.X.rows, p, run);
  local.search(probe.rows, probe.self.data(), budget, cuts.data(), found);
  std::vector<Index> hits(probe.count.size());
  for (Index k = 0; k < found.n; ++k) {
    const auto row = static_cast<std::size_t>(probe.row[static_cast<std::size_t>(k)]);
    hits[row] =
        std::count_if(found.cosine.begin() + k * p, found.cosine.begin() + k * p + found.count[k],
                      [&](double c) { return c >= probe.last[row]; });
  }
  run.sum(hits.data(), std::ssize(hits));
  RecallSums sums;
  for (std::size_t k = 0; k < hits.size(); ++k)
    if (probe.count[k] > 0) sums.add(std::min(1.0, static_cast<double>(hits[k]) / probe.count[k]));
  return sums.recall();
}

// About the number of documents scored for each row in each block; without a join, more than in
// approximate.cpp.
Index scored_in_a_block(Index p, Index blocks) noexcept { return std::max(p, 16 * p / blocks); }

// Finer steps than in a single process: no join makes up for a small budget.
constexpr double steps_per_octave = 16;

Index ring_budget(int step) noexcept {
  return std::llround(256 * std::exp2(step / steps_per_octave));
}

// The step at which the recall is expected to be `needed`, given that it is `got` at this step: the
// misses are about proportional to budget^-0.8.
int expected_step(int step, double got, double needed) noexcept {
  constexpr double least = 1e-4;  // misses below which this is imprecise
  const double octaves = std::log2((1 - got + least) / (1 - needed + least)) / 0.8;
  return step + static_cast<int>(std::lround(steps_per_octave * octaves));
}

// The smallest budget that finds the required share of A, not counting what the reversed lists will
// add; 0 if its cost per row, in postings, reaches that of the exact search. Larger budgets find
// more. There is no margin for the error of A, about .003 for a recall of .95: usually the reversed
// lists find more than expected.
template <class T>
Index fitting_budget(const RingSamples<T> &samples, const OwnRows<T> &own, const BlockPlan &plan,
                     LocalImpactSearch<T> &local, Index scored, double required,
                     ExecutionContext &run) {
  const Probe<T> probe = probe_of(samples.A, own, plan, run);
  const Index entries = run.total(own.rows.X.sparse().entries()),
              rows = std::max<Index>(1, run.total(own.rows.X.rows)),
              cost = plan.blocks * scored * (fetched_document + entries / rows);
  const auto is_too_costly = [&](int step) {
    return costs_as_much_as_exact(ring_budget(step), cost, samples.work);
  };
  const double needed = 1 - (1 - required) / misses_left;
  int below = -1, enough = 0;
  while (!is_too_costly(enough)) ++enough;
  // By expected steps, then by bisection.
  for (int tried = 0, step = enough / 2; enough - below > 1; ++tried) {
    step = tried < 3 ? std::clamp(step, below + 1, enough - 1) : (below + enough) / 2;
    const double got =
        recall_by(probe, local, ring_budget(step) / plan.blocks, samples.A.right.p, run).mean;
    (got >= needed ? enough : below) = step;
    step = static_cast<int>(run.value_of_first(expected_step(step, got, needed)));
  }
  return is_too_costly(enough) ? 0 : ring_budget(enough);
}

// Accepts the lists, with the recall of B.
template <class T>
void accept_lists(const Neighbors &found, const RingSamples<T> &samples, Index scored, Index budget,
                  Neighbors &lists, ExecutionContext &run) {
  const RecallSums mine = recall_sums(samples.B.right, found, samples.B.positions.data(), 0);
  double sums[3] = {mine.rows, mine.sum, mine.squares};
  run.sum(sums, 3);
  accept(lists, RecallSums{sums[0], sums[1], sums[2]}.recall().mean, samples.all, budget, run);
  lists.search.balance = static_cast<float>(balance_of(run, scored));
}

// The lists of the rows of this rank among those of all ranks; neighbors are identified by `ids`,
// which are unique over all documents. False, with empty lists, if the exact search is not slower.
template <class T>
bool search_ring_approximately(const UnitRows<T> &rows, const Array<std::int32_t> &ids,
                               const SearchRequest &request, Neighbors &lists,
                               ExecutionContext &run) {
  const BlockPlan plan = plan_blocks(rows.X.sparse(), request.block, run);
  SharedDocuments<T> shared;
  if (plan.shares()) shared = share_documents(rows, ids, plan, run);
  const UnitRows<T> &documents = plan.shares() ? shared.rows : rows;
  const Index p = lists.p, scored = scored_in_a_block(p, plan.blocks);
  LocalImpactSearch<T> local(documents, plan.shares() ? shared.ids : ids, p, scored, run);
  const OwnRows<T> own = own_rows(local, plan, run);
  const std::vector<Index> begin = std::move(shared.begin);
  shared = {};  // the search has a copy
  const RingSamples<T> samples = exact_ring_samples(own, request.seed, p, run);
  if (samples.all == 0) return false;
  const Index budget = fitting_budget(samples, own, plan, local, scored, request.recall, run);
  if (budget == 0) return decline(lists, run);
  Neighbors found = no_neighbors(own.rows.X.rows, p, run);
  Index step = 0;
  exchange_on_ring<ProductCut>(
      own.rows, found, plan.blocks, run,
      [&](const UnitRows<T> &queries, bool is_own, Neighbors &some, Array<ProductCut> &cuts) {
        local.search(queries, is_own ? own.local.data() : nullptr, budget / plan.blocks,
                     cuts.data(), some);
        run.monitor.report(++step, plan.blocks);
      });
  add_reversed(found, own.ids, run);
  if (plan.shares())
    return_lists(found, own.original.data(), begin, plan, lists, run);
  else
    for (Index k = 0; k < found.n; ++k) copy_list(found, k, lists, own.original[k]);
  accept_lists(found, samples, local.scored(), budget, lists, run);
  return true;
}

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
