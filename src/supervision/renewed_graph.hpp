// Graphs whose weights are set where constraints name a pair, without spreading anything.
#pragma once

#include <functional>

#include "graph/graph.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// weight(w_ij, z_ij) for every edge and for every pair of the constraints, z_ij = 0 where they say
// nothing of an edge. Labels stand for all their pairs of one class, which become edges:
// Error(budget) where those need more than `budget` bytes.
Graph renewed_graph(const Graph &graph, const Constraints &constraints,
                    const std::function<double(double w, double z)> &weight, Index budget,
                    ExecutionContext &run);

}  // namespace manifact
