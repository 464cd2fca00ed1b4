// The core of a graph that is divided among ranks (graph/components.hpp).
#pragma once

#include "graph/components.hpp"
#include "graph/graph.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The core of the whole graph: `vertices`, `component` and `place` refer to the vertices of this
// rank; components are numbered globally, and counts refer to the whole graph. Collective.
Core divided_core(const Graph &graph, Index k, ExecutionContext &run);

// The core as a divided graph.
Graph divided_subgraph(const Graph &graph, const Core &core, ExecutionContext &run);

}  // namespace manifact
