// The p nearest rows by cosine among dense rows. The exact search has the result of
// graph/neighbors/neighbors.hpp for the same rows, to the last bit.
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The memory of the searches among dense rows, in addition to the rows. One workspace is counted:
// whether a search fits in the budget must not depend on the number of threads.

// Bytes of an exact search of p neighbors of n rows among those of X.
double exact_bytes(Index n, Index p, const DenseRows &X) noexcept;

// Bytes of an approximate search of p neighbors of all rows, each listed in `probed` of the
// `centers` cells, without the samples.
double approximate_bytes(Index p, const DenseRows &X, Index centers, Index probed) noexcept;

// Throws Error(budget) if the p nearest of n rows need more than `budget` bytes; 0: no limit.
void check_search_budget(double bytes, Index n, Index p, Index budget);

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

// Whether a search of this many dense rows is approximate. It is always exact for few rows.
bool is_dense_approximate(const SearchRequest &request, Index rows) noexcept;

// The lists of all rows of X among themselves. False, with empty lists, if the exact search is not
// slower. Throws Error(budget) if this one needs more than request.budget. Progress: rows done of
// all rows.
bool search_approximately(const DenseUnitRows &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run);

// Among the other rows of X. p >= rows is reduced to rows - 1. request.kind selects the search
//. Progress: rows done of all rows. Throws Error(budget) if
// the memory in addition to X exceeds request.budget.
Neighbors nearest_neighbors(const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {});

// Of each row of Y among the rows of X, which has the same number of columns; always exact.
// p > rows of X is reduced to rows of X.
Neighbors nearest_neighbors(const DenseRows &Y, const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {});

}  // namespace manifact
