// Adaptive neighbors (Nie, Wang, Huang 2014): weights A >= 0 of the neighbors of each point, with
// A_ii = 0 and
//
//   min_A sum_ij d_ij A_ij + gamma_i |A_i|^2,  A 1 = 1
//         d_ij = |y_i - y_j|^2, sorted d_(1) <= d_(2) <= .. by row
//
//   row     gamma_i = (k d_(k+1) - sum_{h<=k} d_(h)) / 2, the one that leaves k neighbors:
//           A_ij = (d_(k+1) - d_ij) / (2 gamma_i)
//   fixed   one gamma for all: A_i = the nearest point of the simplex to -d_i / (2 gamma), with as
//           many neighbors as that has
//
// If gamma_i vanishes (k or more duplicates), all k nearest neighbors of the row get weight 1/k. A
// is not symmetric.
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The nearest point of the simplex {x >= 0, sum x = 1}:
//
//   u_(1) >= u_(2) >= ..,  rho = max {j : u_(j) - (sum_{h<=j} u_(h) - 1) / j > 0},
//   theta = (sum_{h<=rho} u_(h) - 1) / rho,  x = max(u - theta, 0)
//
// Held, Wolfe, Crowder 1974. The result is invariant to a constant added to all of u: subtract the
// largest value if u is large, to preserve precision.

// theta for u in descending order: value(j) is u_(j+1). 0 if there are no values.
template <class Value>
double simplex_threshold(Index count, Value &&value) noexcept {
  double sum = 0, theta = 0;
  for (Index j = 0; j < count; ++j) {
    sum += value(j);
    const double candidate = (sum - 1) / static_cast<double>(j + 1);
    if (!(value(j) - candidate > 0)) break;  // the condition fails for all later j too
    theta = candidate;
  }
  return theta;
}

struct AdaptiveNeighbors {
  Csr<double> A;                // n x n, no stored zeros
  Array<double> gamma;          // n
  Index k = 0;                  // the value used: at most n - 2
  Index alike = 0;              // rows whose gamma vanished
  Array<std::int32_t> nearest;  // n x (k + 1), for gamma by row

  double mean_gamma() const noexcept;
};

// k neighbors of each point. Throws Error(empty) for n < 3. `before`: the neighbors of the same
// points at slightly different positions, with the same k, which speeds up the search (null: none).
AdaptiveNeighbors adaptive_neighbors(const PointView &points, Index k, ExecutionContext &run,
                                     const AdaptiveNeighbors *before = nullptr);

// The same with a fixed gamma > 0; the search starts with k. Throws Error(budget) if the resulting
// neighbors need more than `budget` bytes. `itself`: A_ii >= 0 is a variable too, as in CAN with
// all neighbors; it is omitted from A nevertheless, since it does not affect the Laplacian.
AdaptiveNeighbors adaptive_neighbors(const PointView &points, Index k, double gamma, Index budget,
                                     ExecutionContext &run, bool itself = false);

// The row rule alone: the weights of the k nearest from the k + 1 smallest distances in ascending
// order; distances up to `none` are treated as 0. Returns gamma_i, 0 if it vanished.
double adaptive_row(const NearPoint *near, Index k, double none, double *weights) noexcept;

// The threshold `none` for points, from the largest |y - mean|^2 and the largest |y|^2, which
// determine the rounding error.
double no_distance(double about_mean, double square) noexcept;

// The fixed rule for one point: replaces its q nearest distances, in ascending order, by weights,
// without zeros. Returns their number; -1 if the last one has a weight and `all` other points are
// not included.
Index simplex_row(NearPoint *near, Index q, bool all, double gamma, bool itself) noexcept;

// (A + A') / 2, with its degrees and components.
Graph symmetrized(const Csr<double> &A, ExecutionContext &run);

// Adaptive neighbors of documents, row by row, without an n x m
// array.

// k <= n - 2 neighbors of each row of X. unit_rows: rows have length 1, or 0, and
// d_ij = 2 - 2 cos(i, j); otherwise X is sparse. `nearest` is not filled.
template <class T>
AdaptiveNeighbors adaptive_rows(const DataView<T> &X, Index k, bool unit_rows,
                                ExecutionContext &run);

}  // namespace manifact
