// Edges from new documents to their neighbors among the training documents.
#pragma once

#include "graph/graph.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Empty (n = 0) if the model has no such edges or was not given the documents. `own`: K(x', x') for
// a precomputed kernel.
Neighbors new_neighbors(const TrainingData &training, const DataView<double> &X,
                        const Array<double> &own, ExecutionContext &run);

// The weight of the edge from new document i to its q-th neighbor.
double new_edge_weight(const TrainingData &training, const Neighbors &neighbors, Index i,
                       Index q) noexcept;

}  // namespace manifact
