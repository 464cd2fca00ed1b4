// The factors of a concept factorization with the products that the objective and every update rule
// need, each always up to date:
//
//   KW = K W, SV = S V, M = W'KW, G = V'V, rho_c = v_c'L v_c
//
// So one update costs two products with K (one for V's turn of W, one for W's turn of V), whatever
// the rule.
#pragma once

#include <memory>
#include <vector>

#include "graph/laplacian.hpp"
#include "kernels/kernel.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "methods/concept/adaptive_term.hpp"
#include "methods/concept/label_term.hpp"
#include "methods/method.hpp"
#include "runtime/index.hpp"
#include "supervision/dense_affinity.hpp"

namespace manifact {

template <class T>
struct ConceptState {
  std::unique_ptr<Kernel<T>> K;
  Laplacian<T> L;  // empty when lambda = 0
  double lambda = 0;
  bool scale_invariant =
      false;         // penalty lambda sum_c (w_c'K w_c)(v_c'L v_c) instead of lambda tr(V'LV)
  double trace = 0;  // tr K

  bool split =
      // K has negative values, and the rule wants its parts: KW_plus = K+ W, KW_minus = K- W,
      // M_minus = W'K-W
      false;

  std::unique_ptr<DenseAffinity<T>> dense_affinity;  // of an adjusted graph, beside L.S; null: none
  std::vector<Index>
      shared_rows;  // by document: the first of those that share its row of V; empty: none do
  std::unique_ptr<LabelTerm<T>> term;         // null: none
  std::unique_ptr<AdaptiveTerm<T>> adaptive;  // null: none

  Dense<T> W, V, KW, SV, M, G;
  Dense<T> KW_shared;                   // with ties: mean rows of KW
  Dense<T> KW_plus, KW_minus, M_minus;  // with split
  Array<double> rho;

  // Max(F, 0) joins the graph.
  void set_dense_affinity(const Affinity &F, Index budget, ExecutionContext &run);

  // Call after W, after V was changed.
  void W_changed(ExecutionContext &run);
  void V_changed(ExecutionContext &run);

  // lambda_c of the penalty sum_c lambda_c v_c'L v_c: lambda, or lambda w_c'K w_c.
  Array<double> penalties(ExecutionContext &run) const;

  // KW as V meets it: a row that documents share is pulled by their mean.
  const Dense<T> &KW_of_shared_rows() const noexcept {
    return shared_rows.empty() ? KW : KW_shared;
  }

  // A of the quadratic form tr(A W'K W) that W is moved in: V'V, with lambda rho_c on the diagonal
  // where the penalty depends on W.
  Dense<T> hessian_of_W() const;

  double objective(ExecutionContext &run) const;

  // 0 at a stationary point, about 1 far from any; costs one product with K. See residual.cpp.
  double kkt_residual(ExecutionContext &run) const;

  // W <- W diag(1/s), V <- V diag(s) with all products: X W V' stays.
  void rescale(const Array<double> &s, ExecutionContext &run);
};

// s with w_c'K w_c = 1, respectively |v_c| = 1, after rescale(s). A dead concept (zero) keeps its
// scale.
template <class T>
Array<double> unit_concepts(const ConceptState<T> &state, ExecutionContext &run);
template <class T>
Array<double> unit_memberships(const ConceptState<T> &state, ExecutionContext &run);

}  // namespace manifact
