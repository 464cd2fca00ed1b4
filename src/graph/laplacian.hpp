// L = D - S of a graph, in the precision of the factors, and random walks on it.
#pragma once

#include "graph/graph.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// No rows: no graph.
template <class T>
struct Laplacian {
  Csr<T> S;
  Array<T> d;
  std::shared_ptr<const GhostRows> ghosts;  // of a graph that several processes hold
  mutable Array<T> workspace = {};          // of multiply() with ghosts: no concurrent calls

  bool empty() const noexcept { return d.empty(); }
};

// out = S V; V and out have the rows of this process.
template <class T>
void multiply(const Laplacian<T> &L, const Dense<T> &V, Dense<T> &out, ExecutionContext &run);

// The values of the vertices of this process, then those of the ghosts.
Array<double> with_ghosts(const Array<double> &own, const GhostRows *ghosts, ExecutionContext &run);

// out = S B; if `ghosts` is null, B has a row for each column of S. The workspace receives the rows
// of the ghosts. Pass an empty array first and then reuse it: allocating it takes about as long as
// fetching the rows.
template <class T>
void multiply(CsrView<T> S, const GhostRows *ghosts, Array<T> &workspace, const Dense<T> &B,
              Dense<T> &out, ExecutionContext &run);

// L, or diag(1/g) L diag(1/g) if g is given (a weight of 0 is treated as 1). D contains the scaled
// degrees, not the row sums of the scaled S.
template <class T>
Laplacian<T> laplacian_of(const Graph &graph, const Array<double> *g, ExecutionContext &run);

// D^-1/2 S D^-1/2; an isolated vertex has a zero row.
Csr<double> normalized_weights(const Graph &graph, ExecutionContext &run);

// Applies Z <- (Z + D^-1 S Z) / 2, the lazy random walk, `steps` times; rows of isolated vertices
// do not change.
template <class T>
void smooth(Dense<T> &Z, const Laplacian<T> &L, Index steps, ExecutionContext &run);

// 1' d / n
double mean_degree(const Graph &graph) noexcept;

}  // namespace manifact
