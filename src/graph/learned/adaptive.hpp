// Adaptive neighbors (Nie, Wang, Huang 2014): weights A >= 0 of each point's neighbors, A_ii = 0,
// with
//
//   min_A sum_ij d_ij A_ij + gamma_i |A_i|^2,  A 1 = 1
//         d_ij = |y_i - y_j|^2, sorted d_(1) <= d_(2) <= .. by row
//
//   row     gamma_i = (k d_(k+1) - sum_{h<=k} d_(h)) / 2, the one that leaves k neighbors:
//           A_ij = (d_(k+1) - d_ij) / (2 gamma_i)
//   fixed   one gamma for all: A_i = the nearest point of the simplex to -d_i / (2 gamma), with as
//           many neighbors as that has
//
// Where gamma_i vanishes (k duplicates and more), all of row's k nearest get 1/k. A is not
// symmetric.
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct AdaptiveNeighbors {
  Csr<double> A;                // n x n, no stored zeros
  Array<double> gamma;          // n
  Index k = 0;                  // in force: at most n - 2
  Index alike = 0;              // rows whose gamma vanished
  Array<std::int32_t> nearest;  // n x (k + 1), of gamma by row

  double mean_gamma() const noexcept;
};

// k neighbors of each row of Y. Throws Error(empty) for n < 3. `before`: the neighbors of the same
// points, with the same k, when they were a little elsewhere, which makes the search faster (null:
// none).
AdaptiveNeighbors adaptive_neighbors(const Dense<double> &Y, Index k, ExecutionContext &run,
                                     const AdaptiveNeighbors *before = nullptr);

// With that gamma > 0; the search begins with k. Throws Error(budget) where so many neighbors come
// out that they need more than `budget` bytes. `itself`: A_ii >= 0 takes part, as in the program of
// CAN for all neighbors; it is left out of A all the same, which Laplacians do not see.
AdaptiveNeighbors adaptive_neighbors(const Dense<double> &Y, Index k, double gamma, Index budget,
                                     ExecutionContext &run, bool itself = false);

// The row's rule alone: weights of the k nearest from the k + 1 smallest distances, rising; those
// up to `none` are as good as 0. Returns gamma_i, 0 where it vanished.
double adaptive_row(const NearPoint *near, Index k, double none, double *weights) noexcept;

// `none` of points by the largest of |y - mean|^2 and of |y|^2, which rounding goes by.
double no_distance(double about_mean, double square) noexcept;

// That of one gamma: the q nearest of a point, nearest first, become its weights in their place,
// zeros left out. Returns how many; -1 when the last of them has one and not `all` others are
// there.
Index simplex_row(NearPoint *near, Index q, bool all, double gamma, bool itself) noexcept;

// (A + A') / 2, with its degrees and components.
Graph symmetrized(const Csr<double> &A, ExecutionContext &run);

}  // namespace manifact
