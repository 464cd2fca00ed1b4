// The memory of the searches among dense rows, in addition to the rows. One workspace is counted:
// whether a search fits in the budget must not depend on the number of threads.
#pragma once

#include "linalg/data/data_view.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Bytes of an exact search of p neighbors of n rows among those of X.
double exact_bytes(Index n, Index p, const DenseRows &X) noexcept;

// Bytes of an approximate search of p neighbors of all rows, each listed in `probed` of the
// `centers` cells, without the samples.
double approximate_bytes(Index p, const DenseRows &X, Index centers, Index probed) noexcept;

// Throws Error(budget) if the p nearest of n rows need more than `budget` bytes; 0: no limit.
void check_search_budget(double bytes, Index n, Index p, Index budget);

}  // namespace manifact
