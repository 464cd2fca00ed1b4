// The neighbor graph of distinct points, with self-tuned weights (Zelnik-Manor and Perona 2004),
// and their trees.
//
//   w_ij = exp(-d_ij^2 / (s_i s_j))    j among the q nearest of i, or i among those of j
//   q    = 1.5 ln n, at least 5 and at most 10
//   s_i  = the distance of the 7th nearest, at least 0.05 of its median
#pragma once

#include "graph/graph.hpp"
#include "graph/spanning_tree.hpp"
#include "linalg/data/data_view.hpp"

namespace manifact {

struct PointGraph {
  Graph graph;
  SpanningTrees trees;  // core distances: of the 5th nearest
};

// At least 2 points. Without trees, the graph has none of their edges.
PointGraph point_graph(const PointView &Y, ExecutionContext &run, bool trees = true);

}  // namespace manifact
