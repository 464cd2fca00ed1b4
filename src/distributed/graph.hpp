// The graph of documents that are divided among ranks: every rank has the rows of its own vertices;
// the other end of an edge may be a vertex of another rank, a ghost. A ghost may have no edge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/components.hpp"
#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The symmetric graph of lists of neighbors, given by global numbers: S holds cosines,
// and all members but `degree` and those of the weights are set.
Graph divided_graph(const Neighbors &neighbors, GraphRule rule, ExecutionContext &run);

// A graph given by the user, from the rows of the vertices of this rank; otherwise like
// graph_from_matrix(). Columns are identified like the rows: by `ids`, unique numbers 0 .. n - 1
// over all vertices, or by global numbers if it is null. Throws AgreedError(structure),
// AgreedError(value).
Graph divided_graph_from_matrix(const Matrix &rows, const Index *ids, GraphRule rule,
                                ExecutionContext &run);

// One end of an edge, at vertex `from` of this rank; both are global numbers.
struct DividedEdge {
  std::int32_t from, to;
  double weight;
};

// The first vertex of each rank, then the total number of vertices.
std::vector<Index> first_of_ranks(Index mine, ExecutionContext &run);
inline std::size_t owner_of(Index vertex, const std::vector<Index> &begin) {
  return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), vertex) -
                                  begin.begin() - 1);
}

// The graph of the edges of all ranks; those of this rank are sorted and unique.
Graph graph_of_edges(const std::vector<DividedEdge> &edges, const std::vector<Index> &begin,
                     ExecutionContext &run);

// Computes the degrees, and the numbers of components and of isolated vertices of the whole graph.
void measure_divided(Graph &graph, ExecutionContext &run);

// For each vertex of this rank, the lowest vertex of its component, as a global number.
Array<Index> lowest_vertices(const Graph &graph, ExecutionContext &run);

// The core of a graph that is divided among ranks (graph/components.hpp).

// The core of the whole graph: `vertices`, `component` and `place` refer to the vertices of this
// rank; components are numbered globally, and counts refer to the whole graph. Collective.
Core divided_core(const Graph &graph, Index k, ExecutionContext &run);

// The core as a divided graph.
Graph divided_subgraph(const Graph &graph, const Core &core, ExecutionContext &run);

}  // namespace manifact
