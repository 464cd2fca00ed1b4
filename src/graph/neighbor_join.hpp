// Better lists from good ones: the neighbours of my neighbours may be mine.
//
//   near(i) = the list of i, and the best 2 p of those whose lists have i
//   list(i) = the p best of near(i) and of near(j), j in near(i), of these at most 20 p
//
// (Dong, Charikar, Li 2011, "Efficient k-nearest neighbor graph construction for generic similarity measures", without its sampling.)
#pragma once

#include "graph/directions.hpp"
#include "graph/graph.hpp"
#include "graph/row_tasks.hpp"
#include "runtime/run.hpp"

namespace manifact {

// Documents scored at most for p neighbours.
inline std::int64_t joined(std::int64_t p) noexcept { return 20 * p; }

// The lists of all rows of X among themselves, by their places, once over; a report after so many rows. No list gets worse.
void join_neighbors(const Directions &X, Neighbors &found, std::int64_t rows_at_a_time, Pass &pass, Run &run);

}  // namespace manifact
