// Adaptive neighbours (Nie, Wang, Huang 2014): weights A >= 0 of each point's neighbours, A_ii = 0, with
//
//   min_A sum_ij d_ij A_ij + gamma_i |A_i|^2,  A 1 = 1                                d_ij = |y_i - y_j|^2, sorted d_(1) <= d_(2) <= .. by row
//
//   row     gamma_i = (k d_(k+1) - sum_{h<=k} d_(h)) / 2, the one that leaves k neighbours:  A_ij = (d_(k+1) - d_ij) / (2 gamma_i)
//   fixed   one gamma for all: A_i = the nearest point of the simplex to -d_i / (2 gamma), with as many neighbours as that has
//
// Where gamma_i vanishes (k duplicates and more), all of row's k nearest get 1/k. A is not symmetric.
#pragma once

#include "graph/graph.hpp"
#include "graph/near_points.hpp"
#include "linalg/dense.hpp"
#include "runtime/run.hpp"

namespace manifact {

struct AdaptiveNeighbors {
  Csr<double> A;         // n x n, no stored zeros
  Array<double> gamma;   // n
  std::int64_t k = 0;    // in force: at most n - 2
  std::int64_t alike = 0;  // rows whose gamma vanished
  Array<std::int32_t> nearest;  // n x (k + 1), of gamma by row

  double mean_gamma() const noexcept;
};

// k neighbours of each row of Y. Throws Error(empty) for n < 3. `before`: the neighbours of the same points, with the same k, when they
// were a little elsewhere, which makes the search faster (null: none).
AdaptiveNeighbors adaptive_neighbors(const Dense<double> &Y, std::int64_t k, Run &run, const AdaptiveNeighbors *before = nullptr);

// With that gamma > 0; the search begins with k. Throws Error(budget) where so many neighbours come out that they need more than `budget` bytes.
// `itself`: A_ii >= 0 takes part, as in the program of CAN for all neighbours; it is left out of A all the same, which Laplacians do not see.
AdaptiveNeighbors adaptive_neighbors(const Dense<double> &Y, std::int64_t k, double gamma, std::int64_t budget, Run &run, bool itself = false);

// The row's rule alone: weights of the k nearest from the k + 1 smallest distances, rising; those up to `none` are as good as 0. Returns
// gamma_i, 0 where it vanished.
double adaptive_row(const NearPoint *near, std::int64_t k, double none, double *weights) noexcept;

// `none` of points by the largest of |y - mean|^2 and of |y|^2, which rounding goes by.
double no_distance(double about_mean, double square) noexcept;

// That of one gamma: the q nearest of a point, nearest first, become its weights in their place, zeros left out. Returns how many; -1 when
// the last of them has one and not `all` others are there.
std::int64_t simplex_row(NearPoint *near, std::int64_t q, bool all, double gamma, bool itself) noexcept;

// (A + A') / 2, with its degrees and components.
Graph symmetrised(const Csr<double> &A, Run &run);

}  // namespace manifact
