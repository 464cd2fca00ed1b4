// Descriptions of the clusters of a finished model: scores of terms, cohesion, and similarities.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// One score for each feature; features with a score of 0 or less are not candidates.
std::vector<double> concept_scores(const Model &model, Index cluster);
std::vector<double> lift_scores(const Model &model, Index cluster);

// k: the mean cosine of the documents of a cluster to its centroid.
void cluster_cohesion(const Model &model, double *cohesion) noexcept;

// k x k: the cosines between the centroids.
void cluster_similarities(const Model &model, double *cosines);

}  // namespace manifact
