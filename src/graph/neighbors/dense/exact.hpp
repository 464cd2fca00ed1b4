// The exact p nearest rows by cosine among dense rows; the result is that of
// graph/neighbors/neighbors.hpp, to the last bit.
//
//   1. candidates from the Gram matrix in float: every row whose float cosine is within the bound
//      of the rounding error of the p-th best
//   2. where there are more than a list holds: candidates in double, by the same blocks
//   3. where there are still more, as among equal rows: the cosines with all rows
//   4. the candidates are scored in double, products added in the order of the columns
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "linalg/dense/view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Among the other rows of X. p >= rows is reduced to rows - 1. request.kind selects the search
// (graph/neighbors/dense/approximate.hpp). Progress: rows done of all rows. Throws Error(budget) if
// the memory beside X exceeds `budget` bytes; 0 for no limit.
template <class T>
Neighbors nearest_neighbors(DenseView<T> X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {}, Index budget = 0);

// Of each row of Y among the rows of X, which has the same number of columns; always exact.
// p > rows of X is reduced to rows of X.
template <class T>
Neighbors nearest_neighbors(DenseView<T> Y, DenseView<T> X, Index p, ExecutionContext &run,
                            Index budget = 0);

// The lists of the rows of Y, or of rows[k] if `rows` is not null, written to list k of `found`;
// `same`: Y is X.
template <class T>
void search_exactly(const DenseUnitRows<T> &Y, const Array<std::int32_t> *rows,
                    const DenseUnitRows<T> &X, bool same, Neighbors &found,
                    const PartOfProgress &progress, ExecutionContext &run);

// Throws Error(budget) if lists of n rows and the workspaces of a search need more bytes.
void check_search_budget(Index n, Index p, Index columns, Index threads, Index budget);

}  // namespace manifact
