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

// Typical documents of a cluster: those nearest to its centroid, without near
// copies of each other as long as there are others. A near copy is a sparse document with a cosine
// of .7 or more to one that is nearer; without kept documents none is known. The comparisons are
// bounded: if they find near copies of a few documents only, the next ones are taken unchecked.

// At most `count`, nearest to the centroid first, then by index.
std::vector<Index> representatives(const Model &model, Index cluster, Index count);

}  // namespace manifact
