// Degrees, connected components, and the part of a graph that a relaxation is solved on.
#pragma once

#include "graph/graph.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Fill degree, components and isolated from S.
void measure(Graph &graph, ExecutionContext &run);

// By vertex: its component, 0 .. by their first vertex.
Array<std::int32_t> components_of(const Graph &graph, ExecutionContext &run);

// A graph without its isolated vertices and its tiny components. Each of those has an eigenvector
// of its own, which says nothing of the rest: an isolated vertex e_i has the eigenvalue 0 of L, and
// a few documents that are linked to none but each other would take a cluster.
struct Core {
  Array<std::int32_t> vertices;   // of the graph, rising
  Array<std::int32_t> component;  // of each of them: 0 .. components - 1, by their first vertex
  Array<std::int32_t> place;      // by vertex of the graph: where it stands in `vertices`, or -1
  Index components = 0;
  Index small_components = 0, small_vertices = 0;  // of 2 vertices or more, and left out
};

// Components of max(2, 0.1 n / k) vertices or more, n the vertices that are not isolated; of 2 or
// more where no component reaches that.
Core core_of(const Graph &graph, Index k, ExecutionContext &run);

// The vertices of the core, as they are numbered there, in the order given of all vertices; null:
// as they stand.
Array<std::int32_t> core_order(const Core &core, const Array<std::int32_t> *order,
                               ExecutionContext &run);

// The same for some of n vertices.
Array<std::int32_t> order_among(const Array<std::int32_t> &vertices, Index n,
                                const Array<std::int32_t> *order, ExecutionContext &run);

// S, degree and components of the core.
Graph subgraph(const Graph &graph, const Core &core, ExecutionContext &run);

}  // namespace manifact
