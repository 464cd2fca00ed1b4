// The p nearest documents by cosine, exactly.
//
//   cos(i, j) = <x_i, x_j> / sqrt(<x_i, x_i> <x_j, x_j>), at most 1
//
// Every cosine of the result is a double, its products added in the order of the columns. So it has
// the same bits for (i, j) and (j, i), it is 1 for equal rows, and rows that are equal have equal
// cosines to any third. Two cosines tie when those doubles are equal; the lower index goes first. A
// cosine of 0 or less makes no neighbor, a row of zeros has none. The search leaves out what
// provably cannot be among the p best; neither that nor the number of threads changes a bit of the
// result.
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Among the other rows of X. p >= rows is taken as rows - 1. Progress: rows done of all rows. The
// search is exact unless asked otherwise, and in any case where there are few rows
// (graph/neighbors/approximate/approximate.hpp).
template <class T>
Neighbors nearest_neighbors(CsrView<T> X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {});

// Among the distinct rows of X: first[i] is the first row equal to row i (graph/build.hpp). A row
// that repeats an earlier one has no neighbors and is nobody's, so that p neighbors are p different
// documents.
template <class T>
Neighbors distinct_neighbors(CsrView<T> X, const Array<std::int32_t> &first, Index p,
                             ExecutionContext &run, const SearchRequest &request = {});

// By the cosine of a kernel, K_ij / sqrt(K_ii K_jj), at most 1, where that is > 0: row i of K has
// the values of document i with all others, own[i] is its value with itself, others[j] that of
// column j with itself. `same`: document i is column i, and no neighbor of itself.
template <class T>
Neighbors kernel_neighbors(CsrView<T> K, const Array<double> &own, const Array<double> &others,
                           bool same, Index p, ExecutionContext &run);

// Of each row of Y among the rows of X, which has as many columns: always exact. p > rows of X is
// taken as all of them.
template <class T>
Neighbors nearest_neighbors(CsrView<T> Y, CsrView<T> X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {});

// The lists of a graph that is given: its edges between documents whose cosine is > 0, by (cosine
// descending, index ascending), the first `most` of each list.
template <class T>
Neighbors graph_neighbors(CsrView<T> X, const Graph &graph, Index most, ExecutionContext &run);

// The first p of each list, or all where there are fewer.
Neighbors first_neighbors(const Neighbors &neighbors, Index p,
                          const std::shared_ptr<Memory> &memory);

}  // namespace manifact
