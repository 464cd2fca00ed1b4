// The p nearest documents by cosine, or by Euclidean distance if the request says so
// (graph/neighbors/euclidean/euclidean_neighbors.hpp).
//
//   cos(i, j) = <x_i, x_j> / sqrt(<x_i, x_i> <x_j, x_j>), at most 1
//
// Every cosine of the result is a double whose products are added in the order of the columns. So
// it has the same bits for (i, j) and (j, i), it is 1 for equal rows, and equal rows have equal
// cosines to any third row. Two cosines tie if these doubles are equal; the lower index comes
// first. A row with a cosine of 0 or less is not a neighbor; a zero row has none. The exact search
// prunes only what provably cannot be among the p best; neither this nor the number of threads
// changes a bit of the result.
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Among the other rows of X. p >= rows is reduced to rows - 1. Progress: rows done of all rows. The
// search is exact unless requested otherwise, and always exact for few rows
// (graph/neighbors/approximate/approximate.hpp). places: of the rows among those of the caller.
template <class T>
Neighbors nearest_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {}, const Index *places = nullptr);

// Among the distinct rows of X: first[i] is the first row equal to row i (graph/build.hpp). A row
// that repeats an earlier one has no neighbors and is not a neighbor, so that p neighbors are
// p different documents.
template <class T>
Neighbors distinct_neighbors(const DataView<T> &X, const Array<std::int32_t> &first, Index p,
                             ExecutionContext &run, const SearchRequest &request = {});

// Whether such a search uses the seed of the request.
template <class T>
bool may_be_approximate(const DataView<T> &X, const SearchRequest &request) noexcept;

// By the cosine of a kernel, K_ij / sqrt(K_ii K_jj), at most 1, if it is > 0: row i of K contains
// the values of document i with all others, own[i] is K_ii, others[j] that of column j. `same`:
// document i is column i, and not its own neighbor.
template <class T>
Neighbors kernel_neighbors(const DataView<T> &K, const Array<double> &own,
                           const Array<double> &others, bool same, Index p, ExecutionContext &run);

// Of each row of Y among the rows of X, which has the same number of columns; always exact.
// p > rows of X is reduced to rows of X.
template <class T>
Neighbors nearest_neighbors(const DataView<T> &Y, const DataView<T> &X, Index p,
                            ExecutionContext &run, const SearchRequest &request = {});

// The lists of a given graph: its edges between documents with cosine > 0, ordered by (cosine
// descending, index ascending), the first `most` of each list.
template <class T>
Neighbors graph_neighbors(const DataView<T> &X, const Graph &graph, Index most,
                          ExecutionContext &run);

// The first p of each list, or all if there are fewer.
Neighbors first_neighbors(const Neighbors &neighbors, Index p,
                          const std::shared_ptr<Memory> &memory);

}  // namespace manifact
