// Clustering with adaptive neighbors (Nie, Wang, Huang 2014): a graph that is learned until it
// falls into as many parts as there are clusters.
//
//   min_{A, F}  sum_ij a_ij |x_i - x_j|^2 + gamma |A|^2 + lambda tr F'L F
//               A >= 0,  A 1 = 1,  F'F = I,  L the Laplacian of (A + A') / 2
//
//   A   row by row the simplex point nearest to
//         -(|x_i - x_j|^2 + lambda |f_i - f_j|^2) / (2 gamma)
//       over the first neighbors of i (local), or over all (global; then i takes part itself): the
//       distances are those of the points [x_i, sqrt(lambda) f_i]
//   F   the eigenvectors of the c smallest eigenvalues of L
//   lambda doubles while the graph has fewer than c components, and is halved while it has more
//   (F then stays)
//
// The published program looks at the sums of the c and c + 1 smallest eigenvalues for that, against
// 1e-11; components are what these count. With a projection P (PCAN), distances are
// |P'x_i - P'x_j|^2, P the directions of least x'X'LX x / x'S x, S the scatter of X.
#pragma once

#include <vector>

#include "embedding/embedding.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"
#include "runtime/findings.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct AdaptiveCutRequest {
  Index clusters = 1, neighbors = 15, iterations = 30;
  bool local = true;
  double tolerance = 1e-5;       // of the eigenvectors' residuals
  double gamma = 0;              // 0: the mean of the rows' own
  Index projection = 0;          // columns of P; 0: none
  Index budget = 2'147'483'648;  // bytes of the lists of neighbors, and of a dense matrix
  // The first neighbors, n x neighbors, in the place of the nearest.
  const Array<NearPoint> *sets = nullptr;
  const Array<std::int32_t> *order = nullptr;
};

struct AdaptiveCutRound {
  // lambda as the round began; the sum of the c smallest eigenvalues as it ended.
  double lambda = 0, smallest = 0;
  Index components = 0;
};

struct AdaptiveCut {
  Csr<double> A;
  Graph graph;  // (A + A') / 2
  Dense<double> F, P;
  double gamma = 0, objective = 0;  // the first two terms of the objective
  Index neighbors = 0;              // in force
  Index alike = 0;                  // points whose neighbors are all equally near
  bool parted = false;              // into c components
  // Rounds, the first included, whose eigenvectors did not reach their tolerance.
  Index unsolved = 0;
  double residual = 0;                   // of F, relative to the c-th eigenvalue
  std::vector<AdaptiveCutRound> rounds;  // the first: of the graph it began with
};

// X n x m, n >= 3. May be cancelled between rounds. The same for any number of threads.
AdaptiveCut adaptive_cut(const Dense<double> &X, const AdaptiveCutRequest &request, Rng rng,
                         ExecutionContext &run);

// What there is to say where the graph is not parted into so many clusters.
void warn_of_parts(const AdaptiveCut &cut, Index clusters, Findings &findings);

}  // namespace manifact
