// Degrees, connected components, the core of a graph on which a relaxation is solved, and
// colorings.
#pragma once

#include <vector>

#include "graph/graph.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Computes degree, components and isolated from S.
void measure(Graph &graph, ExecutionContext &run);

// The component of each vertex; components are numbered by their first vertex.
Array<std::int32_t> components_of(const Graph &graph, ExecutionContext &run);

// A graph without its isolated vertices and its tiny components. Each of those has a separate
// eigenvector that is unrelated to the rest: an isolated vertex e_i has the eigenvalue 0 of L, and
// a few documents linked only to each other would take a cluster.
struct Core {
  Array<std::int32_t> vertices;   // of the graph, ascending
  Array<std::int32_t> component;  // of each of them: 0 .. components - 1, by first vertex
  Array<std::int32_t> place;      // for each vertex of the graph: its position in `vertices`, or -1
  Index components = 0;
  Index small_components = 0, small_vertices = 0;  // dropped, with 2 vertices or more
};

// Components of at least max(2, 0.1 n / k) vertices, where n is the number of vertices that are not
// isolated; if no component is that large, those of at least 2.
Core core_of(const Graph &graph, Index k, ExecutionContext &run);

// The graph without the edges of the vertices that have fewer than `least`: these become isolated.
// Not for a graph with ghosts.
Graph without_edges_of_loose(const Graph &graph, Index least, ExecutionContext &run);

// The number of vertices that have edges, but fewer than `least`.
Index loose_vertices(const Graph &graph, Index least) noexcept;

// The minimum size of a component of the core. most: the size of the largest component; joined: the
// number of vertices that are not isolated.
double least_component(double most, Index joined, Index k) noexcept;

// The vertices of the core, in core numbering, in the given order of all vertices; null: ascending.
Array<std::int32_t> core_order(const Core &core, const Array<std::int32_t> *order,
                               ExecutionContext &run);

// The same for a subset of n vertices.
Array<std::int32_t> order_among(const Array<std::int32_t> &vertices, Index n,
                                const Array<std::int32_t> *order, ExecutionContext &run);

// S, degree and components of the core.
Graph subgraph(const Graph &graph, const Core &core, ExecutionContext &run);

// A coloring: partitions the vertices into classes without internal edges, so that the vertices of
// a class can be moved in parallel.
struct Coloring {
  Array<std::int32_t> vertices;  // class by class, in the given order within each
  std::vector<Index> starts{0};  // class c is vertices[starts[c] .. starts[c + 1])

  Index classes() const noexcept { return static_cast<Index>(starts.size()) - 1; }
};

// Greedy: each vertex in turn, along `order` (null: the given order), takes the first class that
// contains none of its neighbors. S is symmetric.
template <class T>
Coloring greedy_coloring(CsrView<T> S, const std::shared_ptr<Memory> &memory,
                         const Array<std::int32_t> *order = nullptr);

}  // namespace manifact
