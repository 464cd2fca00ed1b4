#include "methods/start/points/candidates.hpp"

#include <cmath>

#include "embedding/embedding.hpp"
#include "graph/spanning_tree.hpp"
#include "methods/start/points/criteria.hpp"
#include "readout/lloyd.hpp"

namespace manifact {
namespace {

constexpr Index most_starts = 10;
constexpr Index most_full = 50;  // features of mixtures
// With fewer rows for each parameter of full covariances, round ones and a common one compete.
constexpr double few_rows = 5;
constexpr Index trial_rounds = 30, mixture_rounds = 200;

// k-means on the first k generalized eigenvectors of the graph: D^-1/2 Q, Q of D^-1/2 W D^-1/2.
Array<std::int32_t> cut_labels(const PointGraph &made, Index k, Rng &rng, ExecutionContext &run) {
  EmbeddingRequest request;
  request.k = k;
  const Graph &graph = made.graph;
  const Embedding found = embed(normalized_cut_of(graph, run), request, rng, run);
  Dense<double> V(run.memory, graph.S.rows, k);
  double mean = 0;
  for (Index i = 0; i < V.rows(); ++i) mean += graph.degree[i] / static_cast<double>(V.rows());
  for (Index i = 0; i < V.rows(); ++i)
    for (Index c = 0; c < k; ++c) V(i, c) = found.Q(i, c) * std::sqrt(mean / graph.degree[i]);
  return cluster_points<double>(*dense_points<double>(V), k, Geometry::euclidean, false,
                                most_starts, rng, run)
      .labels.copy();
}

Array<std::int32_t> means_labels(const PointSet &points, Index k, Index starts, Rng &rng,
                                 ExecutionContext &run) {
  const auto all = dense_points<double>(points.Y);
  Array<std::int32_t> best;
  double least = INFINITY;
  for (Index s = 0; s < starts; ++s) {
    Lloyd<double> lloyd(*all, k, Geometry::euclidean, false, run, &points.mass);
    lloyd.start_plus_plus(rng);
    for (int round = 0; round < 100 && lloyd.update(); ++round) run.monitor.check();
    if (s > 0 && !(lloyd.objective() < least)) continue;
    least = lloyd.objective();
    best = lloyd.labels().copy();
  }
  return best;
}

PointCandidate candidate_of(std::string name, PointCandidateKind kind, Array<std::int32_t> labels,
                            const PointGraph &made, Index k) {
  PointCandidate c;
  c.name = std::move(name);
  c.kind = kind;
  c.labels = std::move(labels);
  c.information = edge_information(made.graph, c.labels, k);
  c.gap = gap_rank(made.trees.reachability, c.labels);
  c.cut = normalized_cut(made.graph, c.labels, k);
  c.score = shape_score(c.information, c.gap, k);
  return c;
}

PointCandidate gaussian_candidate(const char *name, PointCandidateKind kind, GaussianClusters found,
                                  const PointGraph &made, Index k) {
  PointCandidate c = candidate_of(name, kind, std::move(found.labels), made, k);
  c.criterion = found.criterion;
  c.model = std::move(found.model);
  return c;
}

}  // namespace

PointCandidate means_candidate(const PointSet &points, const PointGraph &made, Index k,
                               Index starts, Rng rng, ExecutionContext &run) {
  Array<std::int32_t> labels = means_labels(points, k, starts, rng, run);
  if (points.Y.columns() > most_full)
    return candidate_of("means", PointCandidateKind::means, std::move(labels), made, k);
  return gaussian_candidate(
      "means", PointCandidateKind::means,
      gaussian_clusters(points.Y, points.mass, labels, k, Covariances::equal_round, 0, run), made,
      k);
}

std::vector<PointCandidate> shape_candidates(const PointSet &points, const PointGraph &made,
                                             Index k, Rng rng, ExecutionContext &run) {
  std::vector<PointCandidate> all;
  all.push_back(
      candidate_of("cut", PointCandidateKind::cut, cut_labels(made, k, rng, run), made, k));
  for (const auto &[name, g] : {std::pair{"tree-0.1", 0.1}, {"tree-0.3", 0.3}, {"tree-0.5", 0.5}})
    all.push_back(candidate_of(name, PointCandidateKind::tree,
                               bounded_linkage(made.trees.distance, points.mass, k, g, run), made,
                               k));
  return all;
}

std::vector<PointCandidate> point_candidates(const PointSet &points, const PointGraph &made,
                                             Index k, Rng rng, ExecutionContext &run) {
  std::vector<PointCandidate> all = shape_candidates(points, made, k, rng, run);
  Rng own = rng;
  own.next();
  all.push_back(means_candidate(points, made, k, most_starts, own, run));
  const double d = static_cast<double>(points.Y.columns());
  if (points.Y.columns() > most_full) return all;
  const Array<std::int32_t> means = all.back().labels.copy();
  // The likelihood has many local maxima: the mixture starts from the means and from each shape.
  GaussianClusters best;
  for (const PointCandidate &c : all) {
    GaussianClusters trial =
        gaussian_clusters(points.Y, points.mass, c.labels, k, Covariances::full, trial_rounds, run);
    if (&c == &all.front() || trial.criterion > best.criterion) best = std::move(trial);
  }
  all.push_back(gaussian_candidate("mixture", PointCandidateKind::mixture,
                                   gaussian_clusters(points.Y, points.mass, best.labels, k,
                                                     Covariances::full, mixture_rounds, run),
                                   made, k));
  if (points.rows() >= few_rows * static_cast<double>(k) * d * (d + 3) / 2) return all;
  all.push_back(gaussian_candidate(
      "mixture-round", PointCandidateKind::mixture,
      gaussian_clusters(points.Y, points.mass, means, k, Covariances::round, mixture_rounds, run),
      made, k));
  return all;
}

}  // namespace manifact
