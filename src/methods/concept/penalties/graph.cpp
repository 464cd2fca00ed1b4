#include "methods/concept/penalties/graph.hpp"

#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/concept/state.hpp"
#include "methods/magnitudes.hpp"
#include "options/conversions.hpp"
#include "runtime/error.hpp"

namespace manifact {

template <class T>
GraphPenalty<T>::GraphPenalty(const Graph &graph, Index k, const GraphStrength &strength,
                              ExecutionContext &run, const Affinity *affinity, Index budget)
    : graph_(&graph),
      affinity_(affinity),
      budget_(budget),
      strength_(strength),
      SV_(run.memory, graph.S.rows, k),
      strengths_(run.memory, k),
      scales_(run.memory, k),
      factor_(run.memory, SV_.stride()) {
  strengths_follow();
}

template <class T>
void GraphPenalty<T>::set_weights(const Array<double> &g, ExecutionContext &run) {
  L_ = laplacian_of<T>(*graph_, strength_.transformed ? &g : nullptr, run);
  if (affinity_ == nullptr) return;
  if (strength_.transformed)
    fail(Status::option,
         "propagation-top=exact is not possible with ncw=full, which changes edges");
  set_dense_affinity(run);
}

template <class T>
void GraphPenalty<T>::set_dense_affinity(ExecutionContext &run) {
  dense_affinity_ = std::make_unique<DenseAffinity<T>>(*affinity_, budget_, run);
  Dense<T> ones(run.memory, L_.d.size(), 1), degrees(run.memory, L_.d.size(), 1);
  for (Index i = 0; i < L_.d.size(); ++i) ones(i, 0) = 1;
  dense_affinity_->add(ones, degrees, run);
  for (Index i = 0; i < L_.d.size(); ++i) L_.d[i] += degrees(i, 0);
}

template <class T>
void GraphPenalty<T>::W_changed(const Tall<T> &, const Dense<T> &M, ExecutionContext &) {
  for (Index c = 0; c < M.rows(); ++c) scales_[c] = M(c, c);
  strengths_follow();
}

template <class T>
void GraphPenalty<T>::V_changed(const Tall<T> &V, ExecutionContext &run) {
  multiply(L_, V, SV_, run);
  if (dense_affinity_) dense_affinity_->add(V, SV_, run);
  // v_c'L v_c = sum_i d_i v_ic^2 - sum_i v_ic (S V)_ic
  rho_ = column_dots<T>(V, V, L_.d.data(), run);
  const Array<double> smooth = column_dots<T>(V, SV_, nullptr, run);
  for (Index c = 0; c < rho_.size(); ++c) rho_[c] -= smooth[c];
}

template <class T>
void GraphPenalty<T>::rescale(const Array<double> &s, ExecutionContext &run) {
  scale_columns(SV_, s, run);
  for (Index c = 0; c < s.size(); ++c) {
    const double inverse = 1 / s[c];
    rho_[c] *= s[c] * s[c];
    scales_[c] = static_cast<T>(static_cast<double>(scales_[c]) * inverse * inverse);
  }
  strengths_follow();
}

template <class T>
void GraphPenalty<T>::strengths_follow() noexcept {
  for (Index c = 0; c < strengths_.size(); ++c) {
    strengths_[c] = strength_.scale_invariant ? strength_.lambda * static_cast<double>(scales_[c])
                                              : strength_.lambda;
    factor_[c] = static_cast<T>(strengths_[c]);
  }
}

template <class T>
void GraphPenalty<T>::add_value(double &sum) const noexcept {
  for (Index c = 0; c < rho_.size(); ++c) sum += strengths_[c] * not_negative(rho_[c]);
}

template <class T>
void GraphPenalty<T>::add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept {
  const Index rows = end - begin, width = V.stride();
  kernels<T>().add_scaled(num, SV_.row(begin), factor_.data(), nullptr, rows, width);
  kernels<T>().add_scaled(den, V.row(begin), factor_.data(), L_.d.data() + begin, rows, width);
}

template <class T>
void GraphPenalty<T>::add_hessian_of_W(Dense<T> &A) const noexcept {
  if (!strength_.scale_invariant) return;
  for (Index c = 0; c < A.rows(); ++c) A(c, c) += static_cast<T>(strength_.lambda * rho_[c]);
}

template <class T>
const char *GraphPenalty<T>::no_descent() const noexcept {
  return affinity_ == nullptr
             ? nullptr
             : "propagation-top=exact needs update=mu: coordinate descent uses only stored edges";
}

namespace {

// The degree of lambda in the data: that of the fit over that of the penalty. The penalty has the
// degree of the fit if it is scale-invariant, and if V has the unit of the data, which w'Kw = 1
// after each update gives it; and the factor 1 / g^2 by appendix B.
double degree_of_lambda(const Plan &plan, const Options &options) {
  const bool has_fit = plan.normalization == Normalization::scale_invariant ||
                       plan.normalization == Normalization::per_update;
  const double fit = has_fit ? 0 : degree_of_fit(options);
  return plan.ncw == CutWeighting::full ? fit + 2 * degree_of_weights(options) : fit;
}

// lambda, or with lambda-scale=relative lambda over the mean degree of the graph.
template <class T>
double lambda_of(const Problem<T> &problem, const Graph &graph) {
  const Options &options = problem.options;
  const double lambda = strength_in_units(problem, options.real(Key::lambda),
                                          degree_of_lambda(problem.plan, options));
  if (problem.plan.lambda_scale == LambdaScale::absolute) return lambda;
  const double degree = mean_degree(graph);
  return degree > 0 ? lambda / degree : 0;
}

}  // namespace

template <class T>
std::unique_ptr<GraphPenalty<T>> graph_penalty(const Problem<T> &problem) {
  if (problem.graph == nullptr) return nullptr;
  const Options &options = problem.options;
  GraphStrength strength{
      lambda_of(problem, problem.neighborhood != nullptr ? *problem.neighborhood : *problem.graph)};
  if (!(strength.lambda > 0)) return nullptr;
  strength.scale_invariant = problem.plan.normalization == Normalization::scale_invariant;
  strength.transformed = problem.plan.ncw == CutWeighting::full;
  return std::make_unique<GraphPenalty<T>>(*problem.graph, problem.k, strength, problem.run,
                                           problem.dense_affinity,
                                           options.integer(Key::memory_budget));
}

#define MANIFACT_INSTANTIATE(T)   \
  template class GraphPenalty<T>; \
  template std::unique_ptr<GraphPenalty<T>> graph_penalty<T>(const Problem<T> &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
