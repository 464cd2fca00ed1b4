// Most of the nearest, in less time: lists from the largest products
// (graph/neighbors/approximate/impact_search.hpp), made better by each other
// (graph/neighbors/approximate/neighbor_join.hpp). How many products, samples tell:
//
//   A, B     two samples of rows, disjoint, whose neighbors are found exactly
//   budget   the smallest of 256, 304, 362, 431, 512, .. by which the lists of A are good enough
//            for a join to make them what is asked for
//   rounds   of the join, until the lists of A have that share of their neighbors; where three are
//            not enough, the whole with twice the budget
//
// B tells the share in the end. All of it goes by what is in the rows: permuted documents have
// permuted lists, but for ties.
#pragma once

#include "graph/graph.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Whether a search of so many rows is approximate. Where few rows are to be searched it never is:
// the samples would be a good part of them.
bool is_approximate(const SearchRequest &request, Index rows) noexcept;

// The lists of all rows of X among themselves. False, and the lists empty, where the exact search
// is no dearer. Progress: rows done of all rows.
template <class T>
bool search_approximately(const UnitRows<T> &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run);

}  // namespace manifact
