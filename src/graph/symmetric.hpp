// Converts an asymmetric matrix to a graph: a_ij and a_ji are combined into one weight.
#pragma once

#include "graph/graph.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

enum class Joining { sum, mean, largest };

// From |a_ij|; the diagonal and zeros are dropped. Computes degrees and components.
Graph symmetric_graph(const Csr<double> &A, Joining joining, ExecutionContext &run);

}  // namespace manifact
