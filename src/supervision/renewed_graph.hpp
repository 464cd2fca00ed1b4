// Graphs whose weights are changed where constraints name a pair, without propagation.
#pragma once

#include <functional>

#include "graph/graph.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// Sets weight(w_ij, z_ij) for every edge and for every pair of the constraints, z_ij = 0 for edges
// without a constraint. Labels imply all pairs within a class, which become edges. Throws
// Error(budget) if these need more than `budget` bytes.
Graph renewed_graph(const Graph &graph, const Constraints &constraints,
                    const std::function<double(double w, double z)> &weight, Index budget,
                    ExecutionContext &run);

}  // namespace manifact
