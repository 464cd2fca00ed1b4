// Validates a graph given by the user.
#pragma once

#include <algorithm>
#include <cmath>

#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The pairs whose two weights differed by rounding, and their largest relative difference.
struct Averaged {
  Index pairs = 0;
  double difference = 0;

  void add(double there, double back) noexcept {
    ++pairs;
    difference = std::max(difference, std::fabs(there - back) / std::max(there, back));
  }
};

// Combines s_ij and s_ji. Under GraphRule::as_given two weights that differ by the rounding of
// single precision are averaged, which is counted; others throw Error(structure). scale: a weight
// whose rounding errors both may have; 0: only their own.
double joined_weight(GraphRule rule, Index i, Index j, double there, double back, double scale,
                     Averaged &averaged);

// Throws Error(value) for a negative weight. ids: the numbers of the rows; null: their indices.
void check_weights(const Matrix &S, const std::int32_t *ids);

// Throws Error(value) if the degree of a vertex is not finite.
void check_degrees(const Graph &graph, const std::int32_t *ids);

}  // namespace manifact
