// The approximate search among documents that are divided among ranks.
//
// The documents are in B blocks, one for each rank, or for several ranks that share theirs
// (shared_documents.hpp). The rows pass around the ring (ring_exchange.hpp). In
// each block, the largest products with its documents are added, up to 1/B of the budget, and the
// documents with the largest sums are scored exactly. The threshold for the sums is determined in
// the first block, that of the row itself. The documents of a block must be a random sample of all,
// so that the neighbors of a row are spread over the blocks. In the end, the rows that list a row
// as a neighbor are added to its list (reversed_lists.hpp).
//
// As in graph/neighbors/approximate/approximate.hpp, the neighbors of two samples of rows, A and B,
// are found exactly: the budget is the smallest that finds the required share of the neighbors of
// A, less what the reversed lists are expected to add, and B gives the final estimate.
#pragma once

#include "graph/graph.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The lists of the rows of this rank among those of all ranks; neighbors are identified by `ids`,
// which are unique over all documents. False, with empty lists, if the exact search is not slower.
template <class T>
bool search_ring_approximately(const UnitRows<T> &rows, const Array<std::int32_t> &ids,
                               const SearchRequest &request, Neighbors &lists,
                               ExecutionContext &run);

}  // namespace manifact
