// The minimum spanning tree of points, exactly:
//
//   lengths   d_ij^2 = |y_i - y_j|^2, or with core distances c:  max(d_ij^2, c_i, c_j)
//             (mutual reachability; Campello, Moulavi, Sander 2013)
//
// By Prim's algorithm: n^2 / 2 distances in blocks of eight, memory O(n). Equal lengths go to the
// lower indices, so that the tree does not depend on the number of threads.
#pragma once

#include <cstdint>

#include "linalg/data/points.hpp"
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

}  // namespace manifact
