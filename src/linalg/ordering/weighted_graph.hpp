// Graphs for orders of elimination: symmetric, without loops, vertices and edges of whole weights.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

struct WeightedGraph {
  std::int32_t n = 0;
  Array<std::int32_t> start;   // n + 1
  Array<std::int32_t> joined;  // the neighbors of v: start[v] .. start[v + 1] - 1
  Array<std::int32_t> edge;    // their weights
  Array<std::int32_t> weight;  // of the vertices
};

// The places below A's diagonal, all weights 1; they are fewer than 2^30.
WeightedGraph graph_below(CsrView<double> A, ExecutionContext &run);

// Pairs of vertices made one, weights added up: place[v] is where v went. Pairs are joined by heavy
// edges, what is left over by a common neighbor; none becomes heavier than `most`.
WeightedGraph coarsened(const WeightedGraph &graph, std::int32_t most, Array<std::int32_t> &place,
                        ExecutionContext &run);

// The vertices of part[v] = p >= 0 and the edges among them, as graph p of `count`, in their order;
// those of part -1 are left out. `index` gets where v stands in its part.
std::vector<WeightedGraph> parts_of(const WeightedGraph &graph, const Array<std::int32_t> &part,
                                    std::int32_t count, Array<std::int32_t> &index,
                                    ExecutionContext &run);

}  // namespace manifact
