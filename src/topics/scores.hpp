// Descriptions of the clusters of a finished model: scores of terms, cohesion, and similarities.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

// The clusters as vectors of the features, or of the terms of attached texts: m x k.
struct ClusterVectors {
  Index m;
  const Array<double> &centroids, &concepts;  // concepts may be empty
};
ClusterVectors feature_vectors(const Model &model) noexcept;
ClusterVectors term_vectors(const Model &model) noexcept;  // the features without attached texts

// One score for each feature or term; those with a score of 0 or less are not candidates.
std::vector<double> concept_scores(const Model &model, const ClusterVectors &vectors,
                                   Index cluster);
std::vector<double> lift_scores(const Model &model, const ClusterVectors &vectors, Index cluster);

// What the scores by exclusivity need of all clusters: the highest concept score of each, and the
// sum over the clusters of the relative scores of each term.
struct TermTotals {
  std::vector<double> largest, sums;  // k, m
};
// Can be cancelled with a monitor.
TermTotals term_totals(const Model &model, const ClusterVectors &vectors,
                       const Monitor *monitor = nullptr);
std::vector<double> exclusivity_scores(const Model &model, const ClusterVectors &vectors,
                                       const TermTotals &totals, Index cluster);

// k: the mean cosine of the documents of a cluster to its centroid.
void cluster_cohesion(const Model &model, double *cohesion) noexcept;

// Throws Error(budget) if rows x columns numbers exceed the memory budget of the model.
void check_factor(const Model &model, Index rows, Index columns);
// The same for k x k numbers.
void check_similarities(const Model &model);

// k x k: the cosines between the centroids. A monitor gets the number of features done, of m.
void cluster_similarities(const Model &model, double *cosines, Monitor *monitor = nullptr);

// Blocks of documents x features, for models with clusters of both.

// k x l, for document cluster a with n_a documents and feature cluster b with m_b features:
//
//   mass   sum of X over the block          mean   mass / (n_a m_b)
//   lift   mean / the mean over all blocks together: 1 if documents and features are independent
//
// 0 if a cluster is empty.
enum class Block { mass, mean, lift };
std::vector<double> block_values(const Model &model, Block block);

}  // namespace manifact
