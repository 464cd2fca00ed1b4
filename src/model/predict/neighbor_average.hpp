// New documents and their neighbors among the training documents.
#pragma once

#include "graph/graph.hpp"
#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Of the edge from new document i to its q-th neighbor.
double new_edge_weight(const Assignment &assignment, const Neighbors &neighbors, Index i,
                       Index q) noexcept;

// The mean row of V of the neighbors, by their weights; a row of zeros without any. memberships:
// neighbors.n x k, zero before.
void average_neighbors(const Model &model, const Neighbors &neighbors,
                       double *memberships) noexcept;

}  // namespace manifact
