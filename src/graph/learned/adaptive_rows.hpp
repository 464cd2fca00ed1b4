// Adaptive neighbors (graph/learned/adaptive.hpp) of documents, row by row, without an n x m
// array.
#pragma once

#include "graph/learned/adaptive.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/index.hpp"

namespace manifact {

// k <= n - 2 neighbors of each row of X. unit_rows: rows have length 1, or 0, and
// d_ij = 2 - 2 cos(i, j); otherwise X is sparse. `nearest` is not filled.
template <class T>
AdaptiveNeighbors adaptive_rows(const DataView<T> &X, Index k, bool unit_rows,
                                ExecutionContext &run);

}  // namespace manifact
