// The graph of documents that are divided among ranks: every rank has the rows of its own vertices,
// whose other ends may be vertices of other ranks, its ghosts. A ghost may have no edge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The symmetric graph of lists of neighbors, whose numbers run through all ranks: S holds cosines,
// and all members but `degree` and those of the weights are set.
Graph divided_graph(const Neighbors &neighbors, GraphRule rule, ExecutionContext &run);

// A graph given by the user, from the rows of the vertices of this rank, as graph_from_matrix()
// makes it of all rows. Columns are named as the rows: by `names`, different numbers of all
// vertices, 0 .. n - 1, null: by their numbers through all ranks. Throws AgreedError(structure),
// AgreedError(value).
Graph divided_graph_from_matrix(const Matrix &rows, const Index *names, GraphRule rule,
                                ExecutionContext &run);

// An end of an edge at vertex `from`, which is one of this rank; numbered through all ranks.
struct DividedEdge {
  std::int32_t from, to;
  double weight;
};

// The first vertex of each rank, and the number of all.
std::vector<Index> first_of_ranks(Index mine, ExecutionContext &run);
inline std::size_t owner_of(Index vertex, const std::vector<Index> &begin) {
  return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), vertex) -
                                  begin.begin() - 1);
}

// The graph of the edges of all ranks; those of this one are sorted, each once.
Graph graph_of_edges(const std::vector<DividedEdge> &edges, const std::vector<Index> &begin,
                     ExecutionContext &run);

// The degrees, and the number of components and of isolated vertices of the whole graph.
void measure_divided(Graph &graph, ExecutionContext &run);

// For each vertex of this rank the lowest vertex of its component, numbered through all ranks.
Array<Index> lowest_vertices(const Graph &graph, ExecutionContext &run);

}  // namespace manifact
