// Finds most of the nearest dense rows in less time: by cells around about 2 sqrt(n) centers.
//
//   rank_i(c)   the rank of cell c when the cells are ordered by the cosine of row i with their
//               centers; row i is in the cell of rank 0
//   t           row i is compared with the rows of the t cells of the lowest ranks
//
// The pair (i, j) is therefore found if rank_i(cell of j) < t or rank_j(cell of i) < t. So t is
// known before the search from the pairs of a sample A of rows whose neighbors are found exactly:
// it is the smallest with the requested recall on A, plus its standard error. The estimate of the
// recall is from a second sample, B. Cosines are compared in float; the p best of each row are
// scored exactly. Every choice is by content or seed: the result is the same for any number of
// threads.
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Whether a search of this many dense rows is approximate. It is always exact for few rows.
bool is_dense_approximate(const SearchRequest &request, Index rows) noexcept;

// The lists of all rows of X among themselves. False, with empty lists, if the exact search is not
// slower. Throws Error(budget) if this one needs more than request.budget. Progress: rows done of
// all rows.
bool search_approximately(const DenseUnitRows &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run);

}  // namespace manifact
