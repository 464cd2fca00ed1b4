// Finds most of the nearest neighbors in less time: initial lists from the largest products
// (graph/neighbors/approximate/impacts.hpp), improved by a neighbor join
//. The parameters are determined on samples:
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

#include <cmath>

#include "graph/graph.hpp"
#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The budgets of an approximate search, and its cost relative to the exact one.

// The cost of a product of the exact search, whose sums do not fit in cache, is at least this many
// times higher.
inline constexpr Index exact_product_cost = 3;

// The cost of scoring a document, in products, in addition to its entries.
inline constexpr Index fetched_document = 32;

// Doubles every four steps.
inline Index budget_of(int step) noexcept { return std::llround(256 * std::exp2(step / 4.0)); }

// Whether adding this many products and scoring these documents costs as much as an exact search.
inline bool costs_as_much_as_exact(Index budget, Index scored, Index exact_work) noexcept {
  return (budget + scored) / exact_product_cost >= exact_work;
}

// Improves lists of neighbors: the neighbors of a neighbor are likely neighbors.
//
//   near(i) = the list of i, and the best 2 p of those whose lists have i
//   list(i) = the p best of near(i) and of near(j), j in near(i), of these at most 20 p
//
// (Dong, Charikar, Li 2011, "Efficient k-nearest neighbor graph construction for generic similarity
// measures", without its sampling.)

// The maximum number of documents scored for p neighbors.
inline Index joined(Index p) noexcept { return 20 * p; }

// One round over the lists of all rows of X among themselves, by place, with a progress report
// after every batch of rows. No list gets worse.
void join_neighbors(const FloatUnitRows &X, Neighbors &found, Index rows_at_a_time, Pass &pass,
                    ExecutionContext &run);

// Whether a search of this many rows is approximate. It is always exact for few rows, where the
// samples would be a large part of them.
bool is_approximate(const SearchRequest &request, Index rows) noexcept;

// The lists of all rows of X among themselves. False, with empty lists, if the exact search is not
// slower. Progress: rows done of all rows.
template <class T>
bool search_approximately(const UnitRows<T> &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run);

}  // namespace manifact
