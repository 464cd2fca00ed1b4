// The graph of documents that are divided among ranks: every rank has the rows of its own vertices,
// whose other ends may be vertices of other ranks, its ghosts.
#pragma once

#include <vector>

#include "graph/graph.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// The symmetric graph of lists of neighbors, whose numbers run through all ranks: S holds cosines,
// and all members but `degree` and those of the weights are set.
Graph divided_graph(const Neighbors &neighbors, GraphRule rule, ExecutionContext &run);

// The degrees, and the number of components and of isolated vertices of the whole graph.
void measure_divided(Graph &graph, ExecutionContext &run);

// The first vertex of each rank, and the number of all.
std::vector<Index> first_of_ranks(Index mine, ExecutionContext &run);

// For each vertex of this rank the lowest vertex of its component, numbered through all ranks.
Array<Index> lowest_vertices(const Graph &graph, ExecutionContext &run);

}  // namespace manifact
