// The factors of a concept factorization with the products that the objective and all update rules
// need, always up to date:
//
//   KW = K W, M = W'KW, G = V'V, and the products of the penalties
//
// For any rule an update needs two products with K, one for the step of W and one for that of V.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/kernel.hpp"
#include "linalg/dense/dense.hpp"
#include "methods/concept/penalties/penalty.hpp"
#include "methods/method.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Rows that are averaged within groups.

// Gives each row the mean of its group. group[i]: the lowest row of the group of row i.
template <class T>
void average_groups(Dense<T> &A, const std::vector<Index> &group) {
  const auto head = [&](Index i) { return group[static_cast<std::size_t>(i)]; };
  std::vector<double> count(group.size());
  for (Index i = 0; i < A.rows(); ++i) {
    count[static_cast<std::size_t>(head(i))] += 1;
    for (Index c = 0; c < A.columns() && head(i) != i; ++c) A(head(i), c) += A(i, c);
  }
  for (Index i = 0; i < A.rows(); ++i) {
    const double size = count[static_cast<std::size_t>(i)];  // 0: not the first of its group
    for (Index c = 0; c < A.columns() && size > 1; ++c)
      A(i, c) = static_cast<T>(static_cast<double>(A(i, c)) / size);
    if (head(i) != i) std::copy_n(A.row(head(i)), A.columns(), A.row(i));
  }
}

// The kernel of a concept factorization, built from the options.

// `spec` receives the effective bandwidth. `split`: the updates need K+ and K-.
template <class T>
std::unique_ptr<Kernel<T>> kernel_of(const Problem<T> &problem, bool split, KernelSpec &spec);

template <class T>
struct ConceptState {
  std::unique_ptr<Kernel<T>> K;
  double trace = 0;        // tr K
  Penalties<T> penalties;  // of the objective, in addition to the fit

  // K has negative values, and the rule needs its two parts: KW_plus = K+ W, KW_minus = K- W,
  // M_minus = W'K-W.
  bool split = false;

  // For each document, the first one that shares its row of V; empty: none do.
  std::vector<Index> shared_rows;

  Tall<T> W, V, KW;
  Dense<T> M, G;
  Tall<T> KW_shared;          // with shared_rows: mean rows of KW
  Tall<T> KW_plus, KW_minus;  // with split
  Dense<T> M_minus;
  mutable Dense<T> KV;  // workspace of rules that need K V; empty: none does

  // Call after W or V has changed.
  void W_changed(ExecutionContext &run);
  void V_changed(ExecutionContext &run);

  // KW in the gradient of V: a shared row has the mean over the documents that share it.
  const Dense<T> &KW_of_shared_rows() const noexcept {
    return shared_rows.empty() ? KW : KW_shared;
  }

  // Adds the penalties' parts of the gradient of V, for rows begin .. end-1; likewise for W.
  void add_penalties_of_V(Index begin, Index end, T *num, T *den) const noexcept {
    for (const auto &penalty : penalties) penalty->add_V(V, begin, end, num, den);
  }
  void add_penalties_of_W(Index begin, Index end, T *num, T *den) const noexcept {
    for (const auto &penalty : penalties) penalty->add_W(W, begin, end, num, den);
  }

  // A of the quadratic form tr(A W'K W) in W: V'V plus the parts of the penalties.
  Dense<T> hessian_of_W() const;

  double objective(ExecutionContext &run) const;

  // 0 at a stationary point, about 1 far from any; costs one product with K. See factorization.cpp.
  double kkt_residual(ExecutionContext &run) const;

  // W <- W diag(1/s), V <- V diag(s) with all products; X'W V' does not change.
  void rescale(const Array<double> &s, ExecutionContext &run);
};

// s such that w_c'K w_c = 1, or |v_c| = 1, after rescale(s). A dead concept (zero) keeps its scale.
template <class T>
Array<double> unit_concepts(const ConceptState<T> &state, ExecutionContext &run);
template <class T>
Array<double> unit_memberships(const ConceptState<T> &state, ExecutionContext &run);

// The memberships that minimize the fit for fixed concepts.

// Each row of V, or row shared by several documents, becomes
//
//   argmin_{v >= 0}  v M v' - 2 v (K W)_i'       M = W'K W
//
// as for a new document (model/predict/normal_equations.hpp). Only for a state without penalties
// and with the whole of K W (no split). A row without a finite solution is unchanged.
template <class T>
void minimize_memberships(ConceptState<T> &state, ExecutionContext &run);

}  // namespace manifact
