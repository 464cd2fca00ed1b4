// New documents and their neighbours among the training documents.
#pragma once

#include "graph/graph.hpp"
#include "methods/model.hpp"

namespace manifact {

// Of the edge from new document i to its q-th neighbour.
double weight_of_edge(const Assignment &assignment, const Neighbors &neighbors, std::int64_t i, std::int64_t q) noexcept;

// The mean row of V of the neighbours, by their weights; a row of zeros without any. memberships: neighbors.n x k, zero before.
void vote(const Model &model, const Neighbors &neighbors, double *memberships) noexcept;

}  // namespace manifact
