// Finds most of the nearest neighbors in less time: initial lists from the largest products
// (graph/neighbors/approximate/largest_products.hpp), improved by a neighbor join
// (graph/neighbors/approximate/neighbor_join.hpp). The parameters are determined on samples:
//
//   A, B     two samples of rows, disjoint, whose neighbors are found exactly
//   budget   the smallest of 256, 304, 362, 431, 512, .. by which the lists of A are good enough
//            for a join to reach the target recall
//   rounds   of the join, until the lists of A reach the target recall; after three rounds without
//            success, everything is repeated with twice the budget
//
// B gives the final estimate of the recall. All choices depend on the content of the rows only:
// permuted documents have permuted lists, except for ties.
#pragma once

#include "graph/graph.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Whether a search of this many rows is approximate. It is always exact for few rows, where the
// samples would be a large part of them.
bool is_approximate(const SearchRequest &request, Index rows) noexcept;

// The lists of all rows of X among themselves. False, with empty lists, if the exact search is not
// slower. Progress: rows done of all rows.
template <class T>
bool search_approximately(const UnitRows<T> &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run);

}  // namespace manifact
