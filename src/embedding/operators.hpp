// The matrices of the spectral methods, on a graph without isolated vertices or on the documents
// themselves, and the C eigenvectors that are used:
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
// The solver uses only products with blocks of vectors; M is not formed for that.
#pragma once

#include <limits>

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/eigen/eigenpairs.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The problem of the largest eigenvalues a_1 >= a_2 >= .. of A. The eigenvalues of the method are
// theta = sign (a - shift): I - N for A = N has sign -1, shift 1.
struct SpectralProblem {
  Index n = 0;    // vertices; of this process, if several hold the documents
  Index all = 0;  // of all processes
  SymmetricOperator<double> A;
  double lowest = 0;  // a lower bound of the eigenvalues of A
  double shift = 0, sign = 1;
  // Residuals are relative to |theta_C|, or to this value if that is smaller.
  double least_size = 0;
  std::function<Csr<double>()> matrix;  // A as a sparse matrix; empty if it would be dense
  // Of A = S X X'S: X'S B, features x columns of B; empty for other matrices. A row of an
  // eigenvector q with eigenvalue a is x'(X'S q) / a, up to the row's factor in S.
  std::function<Dense<double>(const Dense<double> &B)> in_features;
};

SpectralProblem association_of(const Graph &graph, ExecutionContext &run);
SpectralProblem ratio_cut_of(const Graph &graph, ExecutionContext &run);
// Isolated vertices give zero rows of N.
SpectralProblem normalized_cut_of(const Graph &graph, ExecutionContext &run);

// P has sorted columns and an empty diagonal; graph may be null if lambda is 0. M fills in: its
// matrix throws Error(budget) if one of its arrays exceeds the budget in bytes.
SpectralProblem local_prediction_of(const Csr<double> &P, const Graph *graph, double lambda,
                                    ExecutionContext &run,
                                    Index budget = std::numeric_limits<Index>::max());

// K = X X', never formed. X must stay alive. The second throws Error(value) if a nonzero row of K
// has no positive sum.
SpectralProblem gram_association_of(const DataView<double> &X, ExecutionContext &run);
SpectralProblem gram_cut_of(const DataView<double> &X, ExecutionContext &run);

}  // namespace manifact
