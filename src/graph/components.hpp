// Degrees and connected components.
#pragma once

#include "graph/graph.hpp"
#include "runtime/run.hpp"

namespace manifact {

// Fill degree, components and isolated from S.
void measure(Graph &graph, Run &run);

}  // namespace manifact
