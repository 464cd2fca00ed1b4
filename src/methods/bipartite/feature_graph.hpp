// The feature graph: nearest neighbors of the columns of X by cosine.
#pragma once

#include "graph/graph.hpp"
#include "linalg/data/products.hpp"
#include "options/options.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Exact search on the transposed matrix with feature-neighbors (0: as many as neighbors),
// feature-graph-weight and graph-rule. A feature in fewer than feature-min-df documents gets no
// edges, because they would be accidental.
template <class T>
Graph feature_graph(const DataProducts<T> &X, const Options &options, ExecutionContext &run);

}  // namespace manifact
