// The graph penalty, which keeps rows of V of neighboring documents close:
//
//   lambda tr(V'L V)                             L = D - S
//   lambda sum_c (w_c'K w_c)(v_c'L v_c)          scale-invariant: independent of concept scale
//
// as sum_c lambda_c rho_c, rho_c = v_c'L v_c. Halved gradients:
//
//   dV = D V diag(lambda_c) - S V diag(lambda_c)        dW = lambda KW diag(rho), scale-invariant
//
// S may include a dense part max(F, 0) of an affinity that is not stored as edges.
#pragma once

#include "methods/concept/penalties/penalty.hpp"
#include "supervision/adjusted_graph.hpp"

namespace manifact {

struct GraphStrength {
  double lambda;
  bool scale_invariant = false;
  bool transformed = false;  // by the document weights, diag(1/g) L diag(1/g)
};

template <class T>
class GraphPenalty final : public Penalty<T> {
 public:
  // The graph, and the affinity if there is one, must stay alive until set_weights(), which throws
  // Error(budget) if the affinity needs more than `budget` bytes.
  GraphPenalty(const Graph &graph, Index k, const GraphStrength &strength, ExecutionContext &run,
               const Affinity *affinity = nullptr, Index budget = 0);

  void set_weights(const Array<double> &g, ExecutionContext &run) override;
  void W_changed(const Tall<T> &W, const Dense<T> &M, ExecutionContext &run) override;
  void V_changed(const Tall<T> &V, ExecutionContext &run) override;
  void rescale(const Array<double> &s, ExecutionContext &run) override;
  void add_value(double &sum) const noexcept override;
  void add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept override;
  void add_hessian_of_W(Dense<T> &A) const noexcept override;
  const char *no_descent() const noexcept override;
  GraphForm<T> graph_form() const noexcept override { return {&L_, &strengths_}; }
  void report(Factors<T> &factors) const override { factors.lambda = strength_.lambda; }

 private:
  void strengths_follow() noexcept;
  void set_dense_affinity(ExecutionContext &run);

  const Graph *graph_;
  const Affinity *affinity_;  // null: none
  Index budget_;
  GraphStrength strength_;
  Laplacian<T> L_;
  std::unique_ptr<DenseAffinity<T>> dense_affinity_;
  Tall<T> SV_;
  Array<double> rho_, strengths_;  // k: v_c'L v_c, lambda_c
  Array<T> scales_;                // k: w_c'K w_c, if the penalty is scale-invariant
  Array<T> factor_;                // lambda_c, laid out as a row of V
};

// Built from the options lambda, lambda-scale, normalization and ncw; null without a graph or if
// lambda is 0.
template <class T>
std::unique_ptr<GraphPenalty<T>> graph_penalty(const Problem<T> &problem);

}  // namespace manifact
