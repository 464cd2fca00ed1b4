// The propagated constraints F = B Z B', never formed, and the graph adjusted to them. RCF paper,
// eq. 11:
//
//   F = 2 P P' - s s' + Q R Q'                  P = B Yc, s = P 1, Q = B Yp
//   W~ = W * (1 - |F|) + max(F, 0)              without the diagonal
//
// |F_ij| <= s_i s_j for s = B 1 over all documents in constraints, so the entries of
// F / max(1, max s^2) are within [-1, 1].
#pragma once

#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"
#include "supervision/propagation.hpp"

namespace manifact {

// The matrix Z of the constraints, RCF paper, eq. 9, in few columns: documents with equal rows of Z
// are merged.
//
//   Z = Yc (2 I - 1 1') Yc' + Yp R Yp'
//   Yc n x C one-hot rows of the labeled documents, Yp n x G of documents in pairs
//
// z_ii = 1 for every document that occurs in a constraint. R holds the information in the pairs
// beyond the labels, so that Z is the mean of both.
struct Seeds {
  std::vector<std::vector<Index>> classes;  // C: the documents of each
  std::vector<std::vector<Index>> groups;   // G: likewise, ordered by first document
  std::vector<bool> labeled;                // G: whether the documents are in `classes` too
  Csr<double> R;                            // G x G, symmetric
};

Seeds seeds_of(const Constraints &constraints, const std::shared_ptr<Memory> &memory);

struct Affinity {
  Dense<double> P;  // n x C; empty without labels
  Array<double> s;  // n: the row sums of P
  // n x G, and its transpose with rows sorted by decreasing value; empty without pairs.
  Csr<double> Q, by_group;
  Csr<double> R;       // G x G
  double scale = 1;    // factor of F: 1 / max(1, max s^2)
  double dropped = 0;  // entries of Q below this value were dropped; 0: none
  PropagationTrace trace;

  // F_ij.
  double at(Index i, Index j) const noexcept;
};

// The budget of the plan also limits Q, whose smallest entries are dropped if it is exceeded.
Affinity propagated(const Graph &graph, const Constraints &constraints, double alpha,
                    const PropagationPlan &plan, ExecutionContext &run);

// W~ with the `top` largest entries of max(F, 0) of each row and their transposes. Weights of the
// graph above 1 are treated as 1. Throws Error(budget) if the lists of these entries need more than
// `budget` bytes.
Graph adjusted_graph(const Graph &graph, const Affinity &F, Index top, Index budget,
                     ExecutionContext &run);

// W * (1 - |F|), the part of W~ on the edges; adjusted_graph.hpp is the other part.
Graph weakened_graph(const Graph &graph, const Affinity &F, ExecutionContext &run);

}  // namespace manifact
