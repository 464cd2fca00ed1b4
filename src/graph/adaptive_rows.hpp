// Adaptive neighbours (graph/adaptive.hpp) of sparse documents, by row: nothing of n x m is written out.
#pragma once

#include "graph/adaptive.hpp"

namespace manifact {

// k <= n - 2 neighbours of each row of X. unit_rows: rows have length 1, or 0, and d_ij = 2 - 2 cos(i, j). Without `nearest`.
template <class T>
AdaptiveNeighbors adaptive_rows(CsrView<T> X, std::int64_t k, bool unit_rows, Run &run);

}  // namespace manifact
