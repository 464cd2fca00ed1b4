#include "graph/neighbors/approximate/ring_search.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "graph/build.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/neighbors/approximate/cost.hpp"
#include "graph/neighbors/approximate/impact_station.hpp"
#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/exact/station.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/neighbors/travelling_rows.hpp"
#include "linalg/sparse/selected_rows.hpp"
#include "runtime/balance.hpp"
#include "runtime/index.hpp"
#include "runtime/packet.hpp"

namespace manifact {
namespace {

// A sample of the rows of this rank: places in the order of the station, and their neighbors.
template <class T>
struct RingSample {
  Array<std::int32_t> places;
  Csr<T> X;
  UnitRows<T> rows;  // of X
  Neighbors right;
};

// The number of rows of this rank in a sample of `all` of the rows of all ranks.
Index share_of_sample(Index all, Index mine, ExecutionContext &run) {
  const Index total = total_over_ranks(run, mine), before = rows_before(run, mine);
  if (total == 0) return 0;
  const auto up_to = [&](Index rows) { return rows * all / total; };
  return std::min(up_to(before + mine) - up_to(before), mine / 2);
}

template <class T>
void find_exactly(const UnitRows<T> &rows, Index p, Station<T> &station, RingSample<T> &sample,
                  ExecutionContext &run) {
  sample.X = selected_rows(rows.X.sparse(), sample.places.data(), sample.places.size(), run.memory);
  sample.rows = unit_rows(DataView<T>(sample.X), run);
  sample.right = no_neighbors(sample.places.size(), p, run);
  around_ring(sample.rows, sample.right, run,
              [&](const UnitRows<T> &asked, bool own, Neighbors &lists, auto &) {
                station.search(asked, own ? sample.places.data() : nullptr, lists);
                run.monitor.check();
              });
}

// The samples, and the mean cost of an exact search in postings.
template <class T>
struct RingSamples {
  RingSample<T> A, B;
  Index all = 0, work = 0;  // `all`: rows of one sample on all ranks
};

template <class T>
RingSamples<T> exact_ring_samples(const ImpactStation<T> &station, std::uint64_t seed, Index p,
                                  ExecutionContext &run) {
  const UnitRows<T> &rows = station.rows();
  std::vector<std::int32_t> filled;  // rows of zeros have no neighbors
  for (Index k = 0; k < rows.X.rows; ++k)
    if (rows.square[k] > 0) filled.push_back(static_cast<std::int32_t>(k));
  const Index mine = std::ssize(filled),
              some = share_of_sample(std::min(sample_rows, total_over_ranks(run, mine) / 16), mine,
                                     run);
  RingSamples<T> samples;
  samples.A.places = Array<std::int32_t>(run.memory, some);
  samples.B.places = Array<std::int32_t>(run.memory, some);
  draw_samples(filled.data(), mine, seed, samples.A.places, samples.B.places);
  samples.all = total_over_ranks(run, some);
  Station<T> exact(rows, station.names(), 0, run);
  for (RingSample<T> *sample : {&samples.A, &samples.B}) find_exactly(rows, p, exact, *sample, run);
  samples.work = total_over_ranks(run, exact.work()) / std::max<Index>(1, 2 * samples.all);
  return samples;
}

// Sample A of all ranks on every rank.
template <class T>
struct Probe {
  Csr<T> X;
  UnitRows<T> rows;                // of X
  std::vector<std::int32_t> self;  // the documents of this rank among them, else -1
  std::vector<double> last;        // the least cosine of the neighbors of each row
  std::vector<double> count;       // their number
};

template <class T>
Probe<T> probe_of(const RingSample<T> &sample, Index columns, ExecutionContext &run) {
  Bytes own = packed_rows(sample.rows, sample.right);
  const std::vector<Bytes> packets = run.group->exchange(
      std::vector<Bytes>(static_cast<std::size_t>(run.group->size()), std::move(own)));
  std::vector<Travelling<T>> parts;
  Index rows = 0, entries = 0;
  for (const Bytes &packet : packets) {
    Unpack from(packet);
    parts.push_back(unpacked_rows<T>(from, columns, sample.right.p, run));
    rows += parts.back().X.rows;
    entries += parts.back().X.entries();
  }
  Probe<T> probe;
  probe.X = Csr<T>(run.memory, rows, columns, entries);
  Index row = 0, entry = 0;
  for (std::size_t r = 0; r < parts.size(); ++r) {
    const Csr<T> &X = parts[r].X;
    const Neighbors &right = parts[r].lists;
    std::copy_n(X.indices.begin(), X.entries(), probe.X.indices.begin() + entry);
    std::copy_n(X.values.begin(), X.entries(), probe.X.values.begin() + entry);
    for (Index i = 0; i < X.rows; ++i) {
      probe.X.indptr[++row] = entry + X.indptr[i + 1];
      const bool mine = static_cast<Index>(r) == run.group->rank();
      probe.self.push_back(mine ? sample.places[i] : -1);
      const Index count = right.count[i];
      probe.count.push_back(static_cast<double>(count));
      probe.last.push_back(count > 0 ? right.cosine[i * right.p + count - 1] : 0);
    }
    entry += X.entries();
  }
  probe.rows = unit_rows(DataView<T>(probe.X), run);
  return probe;
}

// The recall of A by this budget. A neighbor counts where it is found, on one rank.
template <class T>
Recall recall_by(const Probe<T> &probe, ImpactStation<T> &station, Index budget, Index p,
                 ExecutionContext &run) {
  Neighbors found = no_neighbors(probe.X.rows, p, run);
  Array<ProductCut> cuts(run.memory, found.n);
  station.search(probe.rows, probe.self.data(), budget, true, cuts.data(), found);
  std::vector<Index> hits(probe.last.size());
  for (Index k = 0; k < found.n; ++k)
    hits[static_cast<std::size_t>(k)] =
        std::count_if(found.cosine.begin() + k * p, found.cosine.begin() + k * p + found.count[k],
                      [&](double c) { return c >= probe.last[static_cast<std::size_t>(k)]; });
  sum_over_ranks(run, hits.data(), std::ssize(hits));
  RecallSums sums;
  for (std::size_t k = 0; k < hits.size(); ++k)
    if (probe.count[k] > 0) sums.add(std::min(1.0, static_cast<double>(hits[k]) / probe.count[k]));
  return sums.recall();
}

// Documents scored for each row on all ranks together, and at least on each of them: without a
// join, more than in approximate.cpp.
Index scored_on_a_rank(Index p, Index ranks) noexcept { return std::max(2 * p, 16 * p / ranks); }

// The smallest budget that finds the required share of A; 0 if its cost reaches that of the exact
// search, per row in postings. By bisection: larger budgets find more.
template <class T>
Index fitting_budget(const RingSamples<T> &samples, ImpactStation<T> &station, Index scored,
                     double required, ExecutionContext &run) {
  const Index ranks = run.group->size(), columns = station.rows().X.columns;
  const Probe<T> probe = probe_of(samples.A, columns, run);
  const Index entries = total_over_ranks(run, station.rows().X.sparse().entries()),
              rows = std::max<Index>(1, total_over_ranks(run, station.rows().X.rows)),
              cost = ranks * scored * (fetched_document + entries / rows);
  const auto is_dear = [&](int step) { return is_too_dear(budget_of(step), cost, samples.work); };
  int below = -1, enough = 0;
  while (!is_dear(enough)) ++enough;
  while (enough - below > 1) {
    const int middle = (below + enough) / 2;
    const Recall got = recall_by(probe, station, budget_of(middle) / ranks, samples.A.right.p, run);
    (got.mean - got.error >= required ? enough : below) = middle;
  }
  return is_dear(enough) ? 0 : budget_of(enough);
}

// From the lists in the order of the station; also the recall of B.
template <class T>
void take_lists(const Neighbors &found, const ImpactStation<T> &station,
                const RingSamples<T> &samples, Index budget, Neighbors &lists,
                ExecutionContext &run) {
  const Index p = lists.p;
  for (Index k = 0; k < found.n; ++k) {
    const Index i = station.given_rows()[k];
    lists.count[i] = found.count[k];
    std::copy_n(found.index.begin() + k * p, p, lists.index.begin() + i * p);
    std::copy_n(found.cosine.begin() + k * p, p, lists.cosine.begin() + i * p);
  }
  const RecallSums own = recall_sums(samples.B.right, found, samples.B.places.data(), 0);
  double sums[3] = {own.rows, own.sum, own.squares};
  sum_over_ranks(run, sums, 3);
  accept(lists, RecallSums{sums[0], sums[1], sums[2]}.recall().mean, samples.all, budget, run);
  lists.search.balance = static_cast<float>(balance_over_ranks(run, station.scored()));
}

}  // namespace

template <class T>
bool search_ring_approximately(const UnitRows<T> &rows, const Array<std::int32_t> &names,
                               const SearchRequest &request, Neighbors &lists,
                               ExecutionContext &run) {
  const Index ranks = run.group->size(), p = lists.p, scored = scored_on_a_rank(p, ranks);
  ImpactStation<T> station(rows, names, canonical_order(rows.X, run), p, scored, run);
  const RingSamples<T> samples = exact_ring_samples(station, request.seed, p, run);
  if (samples.all == 0) return false;
  const Index budget = fitting_budget(samples, station, scored, request.recall, run);
  if (budget == 0) return decline(lists, run);
  Array<std::int32_t> self(run.memory, rows.X.rows);
  std::iota(self.begin(), self.end(), 0);
  Neighbors found = no_neighbors(rows.X.rows, p, run);
  Index step = 0;
  around_ring<ProductCut>(
      station.rows(), found, run,
      [&](const UnitRows<T> &asked, bool own, Neighbors &some, Array<ProductCut> &cuts) {
        station.search(asked, own ? self.data() : nullptr, budget / ranks, own, cuts.data(), some);
        run.monitor.report(++step, ranks);
      });
  take_lists(found, station, samples, budget, lists, run);
  return true;
}

template bool search_ring_approximately(const UnitRows<float> &, const Array<std::int32_t> &,
                                        const SearchRequest &, Neighbors &, ExecutionContext &);
template bool search_ring_approximately(const UnitRows<double> &, const Array<std::int32_t> &,
                                        const SearchRequest &, Neighbors &, ExecutionContext &);

}  // namespace manifact
