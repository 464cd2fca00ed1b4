#include "methods/bipartite/three_factors.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/dense/small_systems.hpp"
#include "model/model.hpp"
#include "model/predict/rules.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

// The lengths of images distinguish them as well as their directions do. In tables the features may
// be in any units, and one of them determines the lengths.
template <class T>
Geometry geometry_of_start(const Problem<T> &problem) {
  const bool images =
      problem.X.is_dense() && !problem.unit_rows && problem.X.columns > features_of_tables;
  return images ? Geometry::euclidean : Geometry::spherical;
}

}  // namespace

template <class T>
void ThreeFactors<T>::start_factors(Start &start) {
  const Index m = problem_.X.columns,
              l = feature_clusters_of(problem_.options, problem_.k, m, start);
  const Index longest = std::max(m, problem_.X.rows);
  check_budget(static_cast<double>(longest) * static_cast<double>(l) * sizeof(double),
               problem_.options.integer(Key::memory_budget), "factors of %lld x %lld need",
               number(longest), number(l));
  V_ = first_memberships(problem_, start, geometry_of_start(problem_));
  G_ = first_feature_memberships(problem_, data_, l, start);
  S_ = start.S != nullptr ? given_factor<T>(start.S, l, problem_.k, run_) : Dense<T>();
}

template <class T>
double ThreeFactors<T>::misfit(const Dense<T> &R) const {
  const Dense<T> left = product(GtG_, S_, run_), right = product(S_, VtV_, run_);
  double value = data_.square;
  for (Index a = 0; a < S_.rows(); ++a)
    for (Index b = 0; b < S_.columns(); ++b)
      value += static_cast<double>(left(a, b)) * static_cast<double>(right(a, b)) -
               2 * static_cast<double>(R(a, b)) * static_cast<double>(S_(a, b));
  return not_negative(value);
}

template <class T>
void ThreeFactors<T>::keep() {
  kept_ = {V_.copy(), G_.copy(), S_.copy()};
  kept_first_ = first_.copy();
}

template <class T>
void ThreeFactors<T>::restore() {
  V_ = std::move(kept_.V);
  G_ = std::move(kept_.G);
  S_ = std::move(kept_.S);
  first_ = std::move(kept_first_);
  factors_moved();
}

template <class T>
void ThreeFactors<T>::keep_start() {
  first_ = {V_.copy(), G_.copy(), S_.copy()};
}

template <class T>
void ThreeFactors<T>::back_to_start() {
  V_ = first_.V.copy();
  G_ = first_.G.copy();
  S_ = first_.S.copy();
  factors_moved();
}

template <class T>
Factors<T> ThreeFactors<T>::factors() {
  Factors<T> f;
  f.U = Dense<T>(run_.memory, G_.rows(), V_.columns());
  multiply(G_, S_, f.U, run_.pool);
  NormalEquations equations{packed(gram(f.U, f.U, run_), run_.memory)};
  equations.strengths = std::move(strengths_);
  f.predictor = least_squares(std::move(equations));
  f.readout_weights = inverse_lengths(VtV_, run_);
  f.feature_weights = inverse_lengths(GtG_, run_);
  for (Index c = 0; c < V_.columns(); ++c) f.dead += VtV_(c, c) > 0 ? 0 : 1;
  f.findings = std::move(findings_);
  f.findings.note("condition_documents", condition_of_gram(VtV_, run_));
  f.findings.note("condition_features", condition_of_gram(GtG_, run_));
  const Dense<T> square =
      S_.rows() < S_.columns() ? product(S_, transposed(S_, run_), run_) : gram(S_, S_, run_);
  f.findings.note("condition_core", std::sqrt(condition_of_gram(square, run_)));
  f.V = std::move(V_);
  f.G = std::move(G_);
  f.S = std::move(S_);
  f.lambda = lambda_;
  return f;
}

template <class T>
Dense<T> transposed(const Dense<T> &A, ExecutionContext &run) {
  Dense<T> B(run.memory, A.columns(), A.rows());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.columns(); ++j) B(j, i) = A(i, j);
  return B;
}

template <class T>
Dense<T> product(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run) {
  Dense<T> C(run.memory, A.rows(), B.columns());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < B.columns(); ++j) {
      double sum = 0;
      for (Index a = 0; a < A.columns(); ++a)
        sum += static_cast<double>(A(i, a)) * static_cast<double>(B(a, j));
      C(i, j) = static_cast<T>(sum);
    }
  return C;
}

template <class T>
Array<double> inverse_lengths(const Dense<T> &gram, ExecutionContext &run) {
  Array<double> inverse(run.memory, gram.columns());
  for (Index c = 0; c < inverse.size(); ++c) {
    const double square = static_cast<double>(gram(c, c));
    inverse[c] = square > 0 && std::isfinite(1 / std::sqrt(square)) ? 1 / std::sqrt(square) : 1;
  }
  return inverse;
}

#define MANIFACT_INSTANTIATE(T)                                                         \
  template class ThreeFactors<T>;                                                       \
  template Dense<T> transposed<T>(const Dense<T> &, ExecutionContext &);                \
  template Dense<T> product<T>(const Dense<T> &, const Dense<T> &, ExecutionContext &); \
  template Array<double> inverse_lengths<T>(const Dense<T> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
