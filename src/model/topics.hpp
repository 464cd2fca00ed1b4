// What a cluster is about: scores of its terms, how tight it is, how near it is to the others. Read
// from a finished model.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// One score for each feature; 0 or less is no candidate.
std::vector<double> concept_scores(const Model &model, Index cluster);
std::vector<double> lift_scores(const Model &model, Index cluster);

// k: the mean cosine of the documents of a cluster to its centroid.
void cluster_cohesion(const Model &model, double *cohesion) noexcept;

// k x k: the cosines of the centroids.
void cluster_similarities(const Model &model, double *cosines);

}  // namespace manifact
