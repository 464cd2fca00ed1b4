// The nearest neighbors among documents that are divided among ranks. Every rank keeps the lists of
// features of its own documents. Its rows travel around the ring with the neighbors that they have
// found so far: the p-th best cosine prunes the exact search on the next rank.
#pragma once

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Of the rows of this rank; documents are numbered through all ranks. X is sparse. Equal cosines
// are ordered by `names`, different numbers of all documents, 0 .. n - 1; null: by their numbers.
template <class T>
Neighbors ring_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                         const SearchRequest &request, const Index *names = nullptr);

}  // namespace manifact
