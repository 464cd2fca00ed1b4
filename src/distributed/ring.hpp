// The nearest neighbors among documents that are divided among ranks. Every rank keeps the inverted
// index of its own documents. Its rows pass around the ring with the neighbors found so far: the
// p-th best cosine prunes the exact search on the next rank.
#pragma once

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The neighbors of the rows of this rank, by global number. X is sparse. Equal cosines are ordered
// by `ids`, unique numbers 0 .. n - 1 over all documents, or by global number if it is null.
template <class T>
Neighbors ring_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                         const SearchRequest &request, const Index *ids = nullptr);

}  // namespace manifact
