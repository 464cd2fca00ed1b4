#include "graph/neighbors/approximate/ring_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "graph/build.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/neighbors/approximate/impact_station.hpp"
#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/exact/station.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/neighbors/travelling_rows.hpp"
#include "linalg/sparse/selected_rows.hpp"
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
              [&](const UnitRows<T> &asked, bool own, Neighbors &lists) {
                station.search(asked, own ? sample.places.data() : nullptr, lists);
                run.monitor.check();
              });
}

// The samples, and the mean cost of an exact search in postings.
template <class T>
struct RingSamples {
  RingSample<T> A, B;
  Index all = 0;  // rows of one sample on all ranks
  double work = 0;
};

template <class T>
RingSamples<T> exact_ring_samples(const ImpactStation<T> &station, std::uint64_t seed, Index p,
                                  ExecutionContext &run) {
  const UnitRows<T> &rows = station.rows();
  std::vector<std::int32_t> filled;  // rows of zeros have no neighbors
  for (Index k = 0; k < rows.X.rows; ++k)
    if (rows.square[k] > 0) filled.push_back(static_cast<std::int32_t>(k));
  const Index mine = std::ssize(filled),
              some = share_of_sample(
                  std::min(sample_rows, total_over_ranks(run, mine) / 16), mine, run);
  RingSamples<T> samples;
  samples.A.places = samples.B.places = Array<std::int32_t>();
  samples.A.places = Array<std::int32_t>(run.memory, some);
  samples.B.places = Array<std::int32_t>(run.memory, some);
  draw_samples(filled.data(), mine, seed, samples.A.places, samples.B.places);
  samples.all = total_over_ranks(run, some);
  Station<T> exact(rows, station.names(), 0, run);
  for (RingSample<T> *sample : {&samples.A, &samples.B})
    find_exactly(rows, p, exact, *sample, run);
  samples.work = static_cast<double>(total_over_ranks(run, exact.work())) /
                 static_cast<double>(std::max<Index>(1, 2 * samples.all));
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
    parts.push_back(unpacked_rows<T>(packet, columns, sample.right.p, run));
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
  station.search(probe.rows, probe.self.data(), budget, found);
  std::vector<Index> hits(probe.last.size());
  for (Index k = 0; k < found.n; ++k)
    hits[static_cast<std::size_t>(k)] =
        std::count_if(found.cosine.begin() + k * p, found.cosine.begin() + k * p + found.count[k],
                      [&](double c) { return c >= probe.last[static_cast<std::size_t>(k)]; });
  sum_over_ranks(run, hits.data(), std::ssize(hits));
  RecallSums sums;
  for (std::size_t k = 0; k < hits.size(); ++k)
    if (probe.count[k] > 0)
      sums.add(std::min(1.0, static_cast<double>(hits[k]) / probe.count[k]));
  return sums.recall();
}

}  // namespace

template <class T>
bool search_ring_approximately(const UnitRows<T> &given, const Array<std::int32_t> &names,
                               const SearchRequest &request, Neighbors &lists,
                               ExecutionContext &run) {
  const Index ranks = run.group->size(), p = lists.p;
  const Array<std::int32_t> order = canonical_order(given.X, run);
  const char *env = std::getenv("SCORED");
  const Index scored = env ? std::atoll(env) : std::max(2 * p, (4 * p + 16) / ranks);
  ImpactStation<T> station(given, names, order, p, scored, run);
  RingSamples<T> samples = exact_ring_samples(station, request.seed, p, run);
  const Probe<T> probe = probe_of(samples.A, given.X.columns, run);
  for (int step = 0; step < 60; ++step) {
    const Index budget = std::llround(256 * std::exp2(step / 4.0));
    const Recall got = recall_by(probe, station, budget / ranks, p, run);
    std::printf("budget %lld recall %.4f +- %.4f work %g\n", (long long)budget, got.mean, got.error, samples.work);
    if (got.mean - got.error >= request.recall) {
      return false;
    }
  }
  return false;
}

template bool search_ring_approximately(const UnitRows<float> &, const Array<std::int32_t> &,
                                        const SearchRequest &, Neighbors &, ExecutionContext &);
template bool search_ring_approximately(const UnitRows<double> &, const Array<std::int32_t> &,
                                        const SearchRequest &, Neighbors &, ExecutionContext &);

}  // namespace manifact
