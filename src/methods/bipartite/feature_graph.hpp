// The graph on the columns of X: the nearest features by cosine, as the documents have theirs.
#pragma once

#include "graph/graph.hpp"
#include "linalg/sparse/csr.hpp"
#include "options/options.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Exact, of the transposed matrix: feature-neighbors (0: as many as neighbors),
// feature-graph-weight, the rule of graph-rule. A feature in fewer than feature-min-df documents
// has no edge: it would be joined by chance.
template <class T>
Graph feature_graph(const Csr<T> &Xt, const Options &options, ExecutionContext &run);

}  // namespace manifact
