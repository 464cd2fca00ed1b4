// What the spectral methods take eigenvectors of, on a graph without isolated vertices or on the
// documents themselves:
//
//   average association   W, or K = X X'                       C largest
//   normalized cut        N = D^-1/2 W D^-1/2, also with K     C largest, smallest of I - N
//   ratio cut             L = D - W                            C smallest
//   local prediction      M = (I - P)'(I - P) + lambda L       C smallest
//                         lambda = 0: CPLR, lambda > 0: CLGR
//
//   W, D   weights of the graph and its degrees (K: D = diag(K 1))
//   P      local predictors (embedding/local_predictors.hpp)
//
// All are known by their products with blocks of vectors; M is never formed for that.
#pragma once

#include <limits>

#include "graph/graph.hpp"
#include "linalg/eigen/eigenpairs.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The problem of the largest eigenvalues a_1 >= a_2 >= .. of A. The method's own are
// theta = sign (a - shift): I - N for A = N has sign -1, shift 1.
struct SpectralProblem {
  Index n = 0;
  SymmetricOperator<double> A;
  double lowest = 0;  // a lower bound of A's eigenvalues
  double shift = 0, sign = 1;
  // Residuals are small relative to |theta_C|, or to this where that is next to nothing.
  double least_size = 0;
  std::function<Csr<double>()> matrix;  // A as a sparse matrix; empty where it would be dense
};

SpectralProblem association_of(const Graph &graph, ExecutionContext &run);
SpectralProblem ratio_cut_of(const Graph &graph, ExecutionContext &run);
// Its N has rows of zeros for isolated vertices.
SpectralProblem normalized_cut_of(const Graph &graph, ExecutionContext &run);

// P with rising columns and an empty diagonal; graph may be null where lambda is 0. M fills in: its
// matrix throws Error(budget) where an array of it has more bytes than the budget.
SpectralProblem local_prediction_of(const Csr<double> &P, const Graph *graph, double lambda,
                                    ExecutionContext &run,
                                    Index budget = std::numeric_limits<Index>::max());

// K = X X', never formed. X must stay. The second throws Error(value) where a row of K that is not
// zero has no positive sum.
SpectralProblem gram_association_of(CsrView<double> X, ExecutionContext &run);
SpectralProblem gram_cut_of(CsrView<double> X, ExecutionContext &run);

}  // namespace manifact
