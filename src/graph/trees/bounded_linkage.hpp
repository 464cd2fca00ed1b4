// Genie: single linkage with a bound on how unequal the sizes of the clusters become (Gagolewski,
// Bartoszuk, Cena 2016).
//
//   Clusters are merged along edges of the minimum spanning tree, the shortest first, until k are
//   left. While the Gini index of the sizes
//
//       G = sum_{i<j} |s_i - s_j| / ((m - 1) sum_i s_i)       m clusters of sizes s_i
//
//   exceeds g, one side of the edge must be a cluster of the smallest size.
#pragma once

#include <cstdint>

#include "graph/trees/spanning_tree.hpp"

namespace manifact {

// Labels 0 .. k-1, numbered by the first point. The tree has n - 1 ascending edges; mass: the
// number of rows at each of the n points; k <= n. g = 1: plain single linkage.
Array<std::int32_t> bounded_linkage(const Array<TreeEdge> &tree, const Array<double> &mass, Index k,
                                    double g, ExecutionContext &run);

}  // namespace manifact
