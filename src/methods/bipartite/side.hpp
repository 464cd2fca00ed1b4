// One side of X ~ V S'G', documents or features: its graph and its update with square roots of
// quotients.
#pragma once

#include "graph/graph.hpp"
#include "graph/laplacian.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/dense.hpp"
#include "options/options.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The feature graph: nearest neighbors of the columns of X by cosine.

// Exact search on the transposed matrix with feature-neighbors (0: as many as neighbors),
// feature-graph-weight and graph-rule. A feature in fewer than feature-min-df documents gets no
// edges, because they would be accidental.
template <class T>
Graph feature_graph(const DataProducts<T> &X, const Options &options, ExecutionContext &run);

// F is the factor of this side, N = product C the data term (X G S for V, X'V S' for G), B the Gram
// matrix of the other side:
//
//   F <- F * sqrt((lambda W F + N+ + F B- + lambda F diag(rho)) / (lambda D F + N- + F B+))
//   rho_c = f_c'L f_c / f_c'f_c
//
// lambda is that of the column. rho is used only if `tangential`. The halved gradient is
// den - num - N; with rho it is that of the scale-free objective on unit columns.
template <class T>
struct Side {
  Laplacian<T> L;  // empty: no graph
  double lambda = 0;
  Array<double> shares;     // of lambda, of each column; empty: all of it
  Dense<T> WF;              // W F of the current factor
  Array<double> roughness;  // f_c'L f_c
  Dense<T> N, num, den;

  void allocate(Index rows, Index columns, ExecutionContext &run);
  // Updates WF and roughness; call after every change of F.
  void graph_product(const Dense<T> &F, ExecutionContext &run);
  void parts(const Dense<T> &F, const Dense<T> &product, const Dense<T> &C, const Dense<T> &B,
             const Dense<T> &FtF, bool tangential, ExecutionContext &run);
  void move(Dense<T> &F, const Dense<T> &product, const Dense<T> &C, const Dense<T> &B,
            const Dense<T> &FtF, bool tangential, ExecutionContext &run);

  // sum_c lambda_c f_c'L f_c; if `relative`, each term is divided by f_c'f_c.
  double penalty(const Dense<T> &FtF, bool relative) const;
  double lambda_of(Index c) const { return shares.empty() ? lambda : lambda * shares[c]; }
};

}  // namespace manifact
