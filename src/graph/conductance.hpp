// How well clusters are apart in a graph.
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The largest conductance of a cluster, the weight of the edges that leave it over that of all its
// edges; 1 for a cluster without edges. A label of -1 is in no cluster; there are no ghosts.
double largest_conductance(const Graph &graph, const Array<std::int32_t> &labels, Index k);

// Lowers the mean conductance of k clusters, which is the normalized cut over k: each vertex in
// turn, along `order`, moves to the cluster of a neighbor by which the mean falls most, until none
// moves or `rounds` over all vertices have passed. No cluster becomes empty. Returns the number of
// vertices whose label is another one at the end. The same conventions.
Index lower_conductance(const Graph &graph, const Array<std::int32_t> &order, Index k, int rounds,
                        Array<std::int32_t> &labels, ExecutionContext &run);

}  // namespace manifact
