// The propagated constraints F = B Z B', never formed, and what they make of the graph. RCF paper,
// eq. 11:
//
//   F = 2 P P' - s s' + Q R Q'                  P = B Yc, s = P 1, Q = B Yp (supervision/seeds.hpp)
//   W~ = W * (1 - |F|) + max(F, 0)              the diagonal left out
//
// |F_ij| <= s_i s_j for s = B 1, over all documents in constraints, so that F / max(1, max s^2) has
// no entry beyond 1.
#pragma once

#include <string>

#include "graph/graph.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"
#include "supervision/propagation.hpp"

namespace manifact {

struct Affinity {
  Dense<double> P;  // n x C; empty without labels
  Array<double> s;  // n: the row sums of P
  // n x G, and its transpose with rows by falling value; empty without pairs.
  Csr<double> Q, by_group;
  Csr<double> R;       // G x G
  double scale = 1;    // of F: 1 / max(1, max s^2)
  double dropped = 0;  // entries of Q below it were left out; 0: none
  PropagationTrace trace;

  // F_ij.
  double at(Index i, Index j) const noexcept;
};

// The plan's budget bounds Q too, which loses its smallest entries beyond.
Affinity propagated(const Graph &graph, const Constraints &constraints, double alpha,
                    const PropagationPlan &plan, ExecutionContext &run);

// W~ with the `top` largest entries of max(F, 0) of each row, and those of other rows that it
// belongs to. Weights of the graph above 1 count as 1. Throws Error(budget) when the lists of these
// need more than `budget` bytes.
Graph adjusted_graph(const Graph &graph, const Affinity &F, Index top, Index budget,
                     ExecutionContext &run);

// W * (1 - |F|), the part of W~ that lies on the edges: dense_affinity.hpp is the other.
Graph weakened_graph(const Graph &graph, const Affinity &F, ExecutionContext &run);

}  // namespace manifact
