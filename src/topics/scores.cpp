// Scores of feature j in cluster c, or of term j of attached texts:
//
//   concept   u_jc, the concept vector X'w_c
//             (the centroid a_jc, if there are no concept vectors)
//             sum_d u_jd z_dc for a k-means read-out, z_c the center of cluster c in the space of
//             the concepts
//   lift      a_jc ln(a_jc / b_j) if a_jc > b_j, else 0
//
//   exclusivity   s sqrt(s / sum_t s_jt), s_jc = u_jc / max_i u_ic the concept score relative to
//                 the highest of the cluster, 0 if it is negative. The second factor is the root
//                 of the share of the cluster in the term: a term that is high in many clusters is
//                 ranked lower, and one whose share is at most 1 / the number of clusters with
//                 documents has no score.
//
//   a    m x k    mean document of each cluster
//   n_c           documents of cluster c, N = sum_c n_c
//   b    m        mean document of all clusters, sum_c n_c a_c / N
//
// Lift is the contribution of feature j to the divergence of the cluster from the corpus
// (Kullback-Leibler, if the mean documents were distributions). The ratio a / b alone would select
// the rarest words; the factor a requires that a word has weight in the cluster. For features >= 0
// the ratio is at most N / n_c; the same bound is applied to signed data.
#include "topics/scores.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {

ClusterVectors feature_vectors(const Model &model) noexcept {
  return {model.m, model.centroids, model.basis};
}

ClusterVectors term_vectors(const Model &model) noexcept {
  const AttachedTexts &texts = model.texts;
  if (texts.terms == nullptr) return feature_vectors(model);
  return {texts.terms->size(), texts.centroids, texts.concepts};
}

std::vector<double> concept_scores(const Model &model, const ClusterVectors &vectors,
                                   Index cluster) {
  const bool has_concepts = !vectors.concepts.empty();
  const Array<double> &weights = has_concepts ? vectors.concepts : vectors.centroids;
  std::vector<double> scores(static_cast<std::size_t>(vectors.m));
  if (model.sizes[cluster] == 0) return scores;
  const Array<double> &centers = model.readout.centers;
  // A cluster is a point in the space of the concepts, not a concept.
  const bool mixed = !centers.empty() && has_concepts;
  for (Index j = 0; j < vectors.m; ++j) {
    const double *const u = weights.data() + j * model.k;
    double score = mixed ? 0 : u[cluster];
    for (Index c = 0; mixed && c < model.k; ++c) score += u[c] * centers[c * model.k + cluster];
    scores[static_cast<std::size_t>(j)] = score;
  }
  return scores;
}

std::vector<double> lift_scores(const Model &model, const ClusterVectors &vectors, Index cluster) {
  std::vector<double> scores(static_cast<std::size_t>(vectors.m));
  double documents = 0;
  for (const Index size : model.sizes) documents += static_cast<double>(size);
  const double size = static_cast<double>(model.sizes[cluster]);
  if (size == 0) return scores;
  const bool alone = size == documents;
  for (Index j = 0; j < vectors.m; ++j) {
    const double *const row = vectors.centroids.data() + j * model.k;
    const double weight = row[cluster];
    if (!(weight > 0)) continue;
    double sum = 0;
    for (Index c = 0; c < model.k; ++c) sum += static_cast<double>(model.sizes[c]) * row[c];
    const double most = documents / size,
                 lift = sum > 0 ? std::min(weight * documents / sum, most) : most;
    scores[static_cast<std::size_t>(j)] = alone ? weight : std::max(0.0, weight * std::log(lift));
  }
  return scores;
}

TermTotals term_totals(const Model &model, const ClusterVectors &vectors, const Monitor *monitor) {
  TermTotals totals{.largest = std::vector<double>(static_cast<std::size_t>(model.k)),
                    .sums = std::vector<double>(static_cast<std::size_t>(vectors.m))};
  for (Index c = 0; c < model.k; ++c) {
    if (monitor != nullptr) monitor->check();
    const std::vector<double> scores = concept_scores(model, vectors, c);
    double &largest = totals.largest[static_cast<std::size_t>(c)];
    for (const double score : scores) largest = std::max(largest, score);
    for (std::size_t j = 0; j < scores.size() && largest > 0; ++j)
      totals.sums[j] += std::max(0.0, scores[j] / largest);
  }
  return totals;
}

std::vector<double> exclusivity_scores(const Model &model, const ClusterVectors &vectors,
                                       const TermTotals &totals, Index cluster) {
  std::vector<double> scores = concept_scores(model, vectors, cluster);
  const double largest = totals.largest[static_cast<std::size_t>(cluster)];
  const auto filled = static_cast<double>(
      std::count_if(model.sizes.begin(), model.sizes.end(), [](Index size) { return size > 0; }));
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const double s = largest > 0 ? std::max(0.0, scores[j] / largest) : 0;
    const bool is_typical = filled == 1 ? s > 0 : s * filled > totals.sums[j];
    scores[j] = is_typical ? s * std::sqrt(s / totals.sums[j]) : 0;
  }
  return scores;
}

void cluster_cohesion(const Model &model, double *cohesion) noexcept {
  std::fill(cohesion, cohesion + model.k, 0.0);
  for (Index i = 0; i < model.n; ++i)
    if (model.labels[i] >= 0) cohesion[model.labels[i]] += model.cosines[i];
  for (Index c = 0; c < model.k; ++c)
    if (model.sizes[c] > 0) cohesion[c] /= static_cast<double>(model.sizes[c]);
}

void check_factor(const Model &model, Index rows, Index columns) {
  const double bytes = static_cast<double>(rows) * static_cast<double>(columns) * sizeof(double);
  check_budget(bytes, model.memory_budget, "an array of %lld x %lld needs", number(rows),
               number(columns));
}

void check_similarities(const Model &model) {
  const double bytes = static_cast<double>(model.k) * static_cast<double>(model.k) * sizeof(double);
  check_budget(bytes, model.memory_budget, "the similarities of %lld topics need", number(model.k));
}

void cluster_similarities(const Model &model, double *cosines, Monitor *monitor) {
  constexpr Index portion = Index{1} << 24;  // of products and values between two reports
  const Index k = model.k;
  // Values are divided by the largest, so that squares neither overflow nor underflow.
  std::vector<double> largest(static_cast<std::size_t>(k)), row;
  for (Index j = 0; j < model.m; ++j)
    for (Index c = 0; c < k; ++c)
      largest[static_cast<std::size_t>(c)] =
          std::max(largest[static_cast<std::size_t>(c)], std::abs(model.centroids[j * k + c]));
  std::fill(cosines, cosines + k * k, 0.0);
  // Most features are in few of many clusters.
  std::vector<Index> clusters;
  for (Index j = 0, work = portion; j < model.m; ++j) {
    if (work >= portion && monitor != nullptr) monitor->report(j, model.m);
    work = work < portion ? work : 0;
    clusters.clear();
    row.clear();
    for (Index c = 0; c < k; ++c) {
      if (model.centroids[j * k + c] == 0) continue;
      clusters.push_back(c);
      row.push_back(model.centroids[j * k + c] / largest[static_cast<std::size_t>(c)]);
    }
    for (std::size_t a = 0; a < row.size(); ++a) {
      double *const products = cosines + clusters[a] * k;
      for (std::size_t b = 0; b <= a; ++b) products[clusters[b]] += row[a] * row[b];
    }
    work += k + static_cast<Index>(row.size() * row.size() / 2);
  }
  std::vector<double> length(static_cast<std::size_t>(k));
  for (Index c = 0; c < k; ++c) length[static_cast<std::size_t>(c)] = std::sqrt(cosines[c * k + c]);
  for (Index c = 0; c < k; ++c)
    for (Index d = 0; d <= c; ++d) {
      const double lengths =
          length[static_cast<std::size_t>(c)] * length[static_cast<std::size_t>(d)];
      const double cosine = c == d ? 1.0 : std::clamp(cosines[c * k + d] / lengths, -1.0, 1.0);
      cosines[c * k + d] = cosines[d * k + c] = lengths > 0 ? cosine : 0;
    }
}

std::vector<double> block_values(const Model &model, Block block) {
  const FeatureClusters &features = model.features;
  const Index l = features.l;
  std::vector<double> values(features.mass.begin(), features.mass.end());
  if (block == Block::mass) return values;
  double mass = 0, documents = 0, words = 0;
  for (const double x : values) mass += x;
  for (const Index size : model.sizes) documents += static_cast<double>(size);
  for (const Index size : features.sizes) words += static_cast<double>(size);
  const double mean = documents > 0 && words > 0 ? mass / documents / words : 0;
  for (Index a = 0; a < model.k; ++a)
    for (Index b = 0; b < l; ++b) {
      double &value = values[static_cast<std::size_t>(a * l + b)];
      const double cells =
          static_cast<double>(model.sizes[a]) * static_cast<double>(features.sizes[b]);
      value = cells > 0 ? value / cells : 0;
      if (block == Block::lift) value = mean != 0 ? value / mean : 0;
    }
  return values;
}

}  // namespace manifact
