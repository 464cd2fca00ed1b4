// The p nearest rows by cosine among dense rows. The exact search has the result of
// graph/neighbors/neighbors.hpp for the same rows, to the last bit.
#pragma once

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Among the other rows of X. p >= rows is reduced to rows - 1. request.kind selects the search
// (graph/neighbors/dense/approximate.hpp). Progress: rows done of all rows. Throws Error(budget) if
// the memory in addition to X exceeds request.budget.
Neighbors nearest_neighbors(const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {});

// Of each row of Y among the rows of X, which has the same number of columns; always exact.
// p > rows of X is reduced to rows of X.
Neighbors nearest_neighbors(const DenseRows &Y, const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request = {});

}  // namespace manifact
