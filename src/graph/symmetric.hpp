// From what each document says of others to a graph: a_ij and a_ji made one weight.
#pragma once

#include "graph/graph.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

enum class Joining { sum, mean, largest };

// Of |a_ij|; the diagonal and zeros are dropped. Degrees and components are measured.
Graph symmetric_graph(const Csr<double> &A, Joining joining, ExecutionContext &run);

}  // namespace manifact
