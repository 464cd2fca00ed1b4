#include "pipeline/cluster_samples.hpp"

#include <algorithm>

#include "embedding/operators.hpp"
#include "evaluation/evaluation.hpp"
#include "linalg/dense/products.hpp"
#include "options/choices.hpp"
#include "readout/readout.hpp"
#include "readout/rotation.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index core_clusters = 40;
constexpr double sampled_share = 0.8;      // fraction of the documents in a sample
constexpr double sample_tolerance = 1e-3;  // of the eigenvectors: labels do not need better ones
constexpr Index most_rounds = 60;
// In vertices. At this tolerance an iterative search for 20 eigenpairs of 400 and 1000 vertices
// takes 1.9 and 3.1 ms, the dense solver 5.9 and 54 ms, and there are five samples.
constexpr Index dense_at_most = 300;

// Read-out starts of each of the five samples, if readout-starts is not set.
constexpr Index starts = 2;

using Labels = std::vector<Index>;

// The graph restricted to a fraction of the documents, drawn along `order`; the rest are isolated.
Graph sample_of(const Graph &graph, const Array<std::int32_t> &order, Rng rng,
                ExecutionContext &run) {
  const Index n = graph.S.rows;
  Array<bool> keep(run.memory, n);
  for (Index a = 0; a < n; ++a) keep[order[a]] = rng.uniform() < sampled_share;
  Graph part;
  part.S = Csr<double>(run.memory, n, n, graph.S.entries());
  Index to = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1] && keep[i]; ++e) {
      if (!keep[graph.S.indices[e]]) continue;
      part.S.indices[to] = graph.S.indices[e];
      part.S.values[to++] = graph.S.values[e];
    }
    part.S.indptr[i + 1] = to;
  }
  measure(part, run);
  return part;
}

double agreement(const Labels &one, const Labels &other) {
  std::vector<std::int32_t> a, b;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] < 0 || other[i] < 0) continue;
    a.push_back(static_cast<std::int32_t>(one[i]));
    b.push_back(static_cast<std::int32_t>(other[i]));
  }
  return a.empty() ? 0 : evaluate(a.data(), b.data(), static_cast<Index>(a.size())).ari;
}

}  // namespace

Cut cut_of(const Graph &graph, EmbeddingRequest request, const Array<std::int32_t> &order, Rng rng,
           ExecutionContext &run) {
  Cut cut;
  cut.core = core_of(graph, core_clusters, run);
  const Index n = cut.core.vertices.size();
  if (n < 3) return cut;
  request.k = std::min(request.k, n);
  const Array<std::int32_t> inner = core_order(cut.core, &order, run);
  request.order = &inner;
  cut.embedding = embed(normalized_cut_of(subgraph(graph, cut.core, run), run), request, rng, run);
  return cut;
}

Samples::Samples(const Graph &graph, Index k, const Options &options,
                 const Array<std::int32_t> &order, ExecutionContext &run)
    : documents_(graph.S.rows), options_(options), order_(order) {
  const auto seed = static_cast<std::uint64_t>(options.integer(Key::seed));
  run.monitor.enter("samples", count);
  for (Index s = 0; s < count; ++s) {
    EmbeddingRequest request{k};
    request.tolerance = sample_tolerance;
    request.rounds = std::min(most_rounds, options.integer(Key::max_iterations));
    request.dense_at_once = dense_at_most;
    request.most_dense = options.integer(Key::memory_budget) / static_cast<Index>(sizeof(double));
    request.last_resorts = false;  // too expensive for a sample; non-convergence is reported
    const auto stream = static_cast<std::uint64_t>(s);
    cuts_.push_back(cut_of(sample_of(graph, order, Rng(seed, 0x5a00 + stream), run), request, order,
                           Rng(seed, 0x5b00 + stream), run));
    run.monitor.report(s + 1, count);
  }
}

Labels labels_of_cut(const Cut &cut, Index k, Index documents, const Options &options,
                     const Array<std::int32_t> &order, ExecutionContext &run) {
  const Index n = cut.core.vertices.size();
  Dense<double> Z(run.memory, n, k);
  for (Index a = 0; a < n; ++a) std::copy_n(cut.embedding.Q.row(a), k, Z.row(a));
  const Array<std::int32_t> inner = core_order(cut.core, &order, run);
  const Index readout_starts =
      options.is_set(Key::readout_starts) ? options.integer(Key::readout_starts) : starts;
  const Rng rng(static_cast<std::uint64_t>(options.integer(Key::seed)),
                0x5c00 + static_cast<std::uint64_t>(k));
  Array<std::int32_t> found;
  if (options.choice<ReadoutKind>() == ReadoutKind::rotation) {
    found = rotate_to_partition(Z, readout_starts, rng, run, &inner).labels;
  } else {
    const Geometry geometry = options.choice<ReadoutKind>() == ReadoutKind::kmeans
                                  ? Geometry::euclidean
                                  : Geometry::spherical;
    const Dense<double> unit = unit_rows(Z, run);
    found = cluster_points<double>(*dense_points<double>(unit), k, geometry, true, readout_starts,
                                   rng, run, &inner)
                .labels;
  }
  Labels labels(static_cast<std::size_t>(documents), -1);
  for (Index a = 0; a < n; ++a) labels[static_cast<std::size_t>(cut.core.vertices[a])] = found[a];
  return labels;
}

double Samples::stability(Index k, ExecutionContext &run) const {
  std::vector<Labels> labels;
  for (const Cut &cut : cuts_) {
    if (k >= cut.core.vertices.size())
      fail(Status::empty, "a sample has only %lld documents with neighbors",
           static_cast<long long>(cut.core.vertices.size()));
    labels.push_back(labels_of_cut(cut, k, documents_, options_, order_, run));
  }
  double sum = 0, pairs = 0;
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = 0; b < a; ++b, ++pairs) sum += agreement(labels[a], labels[b]);
  return sum / pairs;
}

Samples::Rough Samples::rough(Index k) const {
  Rough found;
  for (const Cut &cut : cuts_) {
    if (cut.embedding.converged || cut.embedding.worst(k) <= sample_tolerance) continue;
    ++found.samples;
    found.residual = std::max(found.residual, cut.embedding.worst(k));
  }
  return found;
}

// Three blocks of the search for k + 1 eigenvectors and 2 guards, and either the eigenvectors of
// the samples, or those of the graph and the arrays of the read-out.
double bytes_of_samples(Index n, Index k) noexcept {
  const double vectors = 3 * static_cast<double>(block_width(n, k + 3)) +
                         sampled_share * static_cast<double>(Samples::count * k);
  return vectors * static_cast<double>(n) * sizeof(double);
}

}  // namespace manifact
