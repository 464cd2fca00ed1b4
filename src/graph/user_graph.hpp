// Validates a graph given by the user.
#pragma once

#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Combines s_ij and s_ji. Throws Error(structure) if they differ under GraphRule::as_given.
double joined_weight(GraphRule rule, Index i, Index j, double there, double back);

// Throws Error(value) for a negative weight. names: the numbers of the rows; null: their indices.
void check_weights(const Matrix &S, const std::int32_t *names);

// Throws Error(value) if the degree of a vertex is not finite.
void check_degrees(const Graph &graph, const std::int32_t *names);

}  // namespace manifact
