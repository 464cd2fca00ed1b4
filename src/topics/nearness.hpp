// How near documents and topics are, by the geometry of the fit: by distance if the documents are
// points, which are dense rows without unit length and clusters with means, else by the cosine.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Whether distances count. Needs the documents of the model.
bool by_distance(const Model &model) noexcept;

// Whether separation counts by distance: also if clusters of a few features are directions, since
// the directions of points far from the origin are alike, however far apart they are.
bool separated_by_distance(const Model &model) noexcept;

// Of a document to the centroid of its topic: minus the squared distance, or the cosine.
double nearness_of(const Model &model, Index document) noexcept;

// The squared distances of the centroids, k x k.
std::vector<double> centroid_distances(const Model &model);

}  // namespace manifact
