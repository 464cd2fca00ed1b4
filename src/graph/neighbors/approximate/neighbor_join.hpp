// Improves lists of neighbors: the neighbors of a neighbor are likely neighbors.
//
//   near(i) = the list of i, and the best 2 p of those whose lists have i
//   list(i) = the p best of near(i) and of near(j), j in near(i), of these at most 20 p
//
// (Dong, Charikar, Li 2011, "Efficient k-nearest neighbor graph construction for generic similarity
// measures", without its sampling.)
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The maximum number of documents scored for p neighbors.
inline Index joined(Index p) noexcept { return 20 * p; }

// One round over the lists of all rows of X among themselves, by place, with a progress report
// after every batch of rows. No list gets worse.
void join_neighbors(const FloatUnitRows &X, Neighbors &found, Index rows_at_a_time, Pass &pass,
                    ExecutionContext &run);

}  // namespace manifact
