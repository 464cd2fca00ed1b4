// Clustering with adaptive neighbors (Nie, Wang, Huang 2014): learns a graph that has as many
// components as there are clusters.
//
//   min_{A, F}  sum_ij a_ij |x_i - x_j|^2 + gamma |A|^2 + 2 lambda tr F'L F
//               A >= 0,  A 1 = 1,  F'F = I,  L the Laplacian of (A + A') / 2
//
//   A   row by row the simplex point nearest to
//         -(|x_i - x_j|^2 + lambda |f_i - f_j|^2) / (2 gamma)
//       over the first neighbors of i (local), or over all points including i (global): these are
//       the distances of the points [x_i, sqrt(lambda) f_i]
//   F   the eigenvectors of the c smallest eigenvalues of L
//   lambda is doubled while the graph has fewer than c components, and halved while it has more
//   (F is then kept)
//
// The published program instead compares the sums of the c and c + 1 smallest eigenvalues with
// 1e-11, which counts components.
//
// The c components may be of any size: often all but one are a few points apart from the rest. They
// are the clusters if the smallest has at least .05 n / c points. Otherwise they are compared with
// the clusters of the eigenvectors of the initial graph, and the ones with the smaller normalized
// cut of that graph are taken.
//
// With a projection P (PCAN), distances are |P'x_i - P'x_j|^2, with
// P the directions of smallest x'X'LX x / x'S x, S the scatter of X. For its first P, from the
// initial graph, the published program minimizes x'X'LX x / x'x.
#pragma once

#include <vector>

#include "embedding/embedding.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

struct AdaptiveCutRequest {
  Index clusters = 1, neighbors = 15, iterations = 30;
  bool local = true;
  double tolerance = 1e-5;       // of the eigenvectors' residuals
  double gamma = 0;              // 0: the mean of the gammas of the rows
  Index projection = 0;          // columns of P; 0: none
  bool first_absolute = false;   // the first P as in the published program
  Index budget = 2'147'483'648;  // bytes of the neighbor lists, and of a dense matrix
  // The first neighbors, n x neighbors, in place of the nearest ones.
  const Array<NearPoint> *sets = nullptr;
  const Array<std::int32_t> *order = nullptr;
};

struct AdaptiveCutRound {
  // lambda at the beginning of the round; the sum of the c smallest eigenvalues at its end.
  double lambda = 0, smallest = 0;
  Index components = 0;
};

struct AdaptiveCut {
  Csr<double> A;
  Graph graph;  // (A + A') / 2
  Dense<double> F, P;
  double gamma = 0, objective = 0;  // the first two terms of the objective
  Index neighbors = 0;              // effective
  Index alike = 0;                  // points whose neighbors are all equally near
  // Whether the graph has c components, and these are the clusters.
  bool parted = false;
  // The points of the smallest of the c components, if they were not taken: graph, A and F are then
  // those of the initial graph.
  Index smallest_part = 0;
  // Rounds, including the first, whose eigenvectors did not converge.
  Index unsolved = 0;
  double residual = 0;                   // of F, relative to the c-th eigenvalue
  std::vector<AdaptiveCutRound> rounds;  // the first describes the initial graph
};

// X is n x m, n >= 3, and is centered in place. Can be cancelled between rounds. Does not depend on
// the number of threads.
AdaptiveCut adaptive_cut(Dense<double> X, const AdaptiveCutRequest &request, Rng rng,
                         ExecutionContext &run);

// Adds warnings if the number of components differs from the number of clusters.
void warn_of_parts(const AdaptiveCut &cut, Index clusters, Findings &findings);

}  // namespace manifact
