// The minimum spanning tree of points, exactly:
//
//   lengths   d_ij^2 = |y_i - y_j|^2, or with core distances c:  max(d_ij^2, c_i, c_j)
//             (mutual reachability; Campello, Moulavi, Sander 2013)
//
// By Prim's algorithm: n^2 / 2 distances in blocks of eight, memory O(n). Equal lengths go to the
// lower indices, so that the tree does not depend on the number of threads.
#pragma once

#include <cstdint>

#include "linalg/data/data_view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct TreeEdge {
  double length;      // squared
  std::int32_t a, b;  // a < b
  bool operator<(const TreeEdge &other) const noexcept {
    if (length != other.length) return length < other.length;
    return a != other.a ? a < other.a : b < other.b;
  }
};

// n - 1 edges in ascending order.
struct SpanningTrees {
  Array<TreeEdge> distance;      // by d^2
  Array<TreeEdge> reachability;  // with the core distances
};

// Both trees, side by side. core: n squared core distances. Y is finite. Can be cancelled.
SpanningTrees spanning_trees(const PointView &Y, const Array<double> &core, ExecutionContext &run);

// Genie: single linkage with a bound on how unequal the sizes of the clusters become (Gagolewski,
// Bartoszuk, Cena 2016).
//
//   Clusters are merged along edges of the minimum spanning tree, the shortest first, until k are
//   left. While the Gini index of the sizes
//
//       G = sum_{i<j} |s_i - s_j| / ((m - 1) sum_i s_i)       m clusters of sizes s_i
//
//   exceeds g, one side of the edge must be a cluster of the smallest size.

// Labels 0 .. k-1, numbered by the first point. The tree has n - 1 ascending edges; mass: the
// number of rows at each of the n points; k <= n. g = 1: plain single linkage.
Array<std::int32_t> bounded_linkage(const Array<TreeEdge> &tree, const Array<double> &mass, Index k,
                                    double g, ExecutionContext &run);

}  // namespace manifact
