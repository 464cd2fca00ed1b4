// How well clusters are apart in a graph.
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The largest conductance of a cluster, the weight of the edges that leave it over that of all its
// edges; 1 for a cluster without edges. A label of -1 is in no cluster; there are no ghosts.
double largest_conductance(const Graph &graph, const Array<std::int32_t> &labels, Index k);

}  // namespace manifact
