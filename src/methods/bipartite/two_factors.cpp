#include "methods/bipartite/two_factors.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "methods/magnitudes.hpp"
#include "model/model.hpp"
#include "model/predict/rules.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double largest_strength = 1e250;  // its products stay finite

// The authors' program does not fit the scale of V.
template <class T>
bool is_of_authors(const Problem<T> &problem) {
  return problem.options.uses(Key::preset) &&
         problem.options.template choice<Preset>() == Preset::paper;
}

}  // namespace

template <class T>
TwoFactors<T>::TwoFactors(const Problem<T> &problem)
    : problem_(problem), run_(problem.run), data_(problem.X, problem.run) {
  const Index n = problem.X.rows, m = problem.X.columns, k = problem.k;
  lambda_ = problem.graph != nullptr && problem.options.uses(Key::lambda)
                ? problem.options.real(Key::lambda)
                : 0;
  if (lambda_ > 0) L_ = laplacian_of<T>(*problem.graph, nullptr, run_);
  XU_ = Tall<T>(run_.memory, n, k);
  XtV_ = Dense<T>(run_.memory, m, k);
  if (lambda_ > 0) SV_ = Tall<T>(run_.memory, n, k);
}

template <class T>
void TwoFactors<T>::start(Start start) {
  const Index m = problem_.X.columns, k = problem_.k;
  const StartKind kind = problem_.plan.start;
  const bool computed = start.V == nullptr && start.labels == nullptr;
  const bool singular = computed && kind == StartKind::svd && !had_singular_;
  const bool random =
      computed && (kind == StartKind::random || (kind == StartKind::svd && had_singular_));
  had_singular_ = had_singular_ || singular;
  if (singular)
    std::tie(V_, U_) = singular_parts(problem_, data_, keeps_zeros() ? 0.01 : 0, start.rng);
  else if (random)
    V_ = uniform_memberships(problem_, start.rng);
  else
    V_ = first_memberships(problem_, start);
  V_moved();
  if (start.G != nullptr) {
    U_ = given_factor<T>(start.G, m, k, run_);
  } else if (singular) {
    // singular_parts has set U_
  } else if (!random) {
    U_ = XtV().copy();  // sums of the documents, weighted by membership
  } else {
    U_ = uniform_factor<T>(m, k, start.rng, run_);
  }
  U_moved();
  // lambda is relative to a basis of unit columns, as in the authors' program. Beside it, V has the
  // unit of the data, and both terms of the objective have its square, unless V began in a unit of
  // its own.
  const bool authors = is_of_authors(problem_),
             other_unit = start.V != nullptr || (authors && random);
  if (lambda_ > 0)
    lambda_ = strength_in_units(problem_, problem_.options.real(Key::lambda), other_unit ? 2 : 0);
  if (authors || (lambda_ > 0 && start.V == nullptr)) unit_basis();
  if (!authors && start.V == nullptr) fit_scale();
  if (!XtV_fresh_) XU();  // the objective needs one of the two
}

template <class T>
void TwoFactors<T>::V_moved() {
  XtV_fresh_ = false;
  VtV_ = gram(V_, V_, run_);
  if (lambda_ > 0) multiply(L_, V_, SV_, run_);
}

template <class T>
void TwoFactors<T>::U_moved() {
  XU_fresh_ = false;
  UtU_ = gram(U_, U_, run_);
}

template <class T>
const Tall<T> &TwoFactors<T>::XU() {
  if (!XU_fresh_) data_.X.times(U_, XU_, run_);
  XU_fresh_ = true;
  return XU_;
}

template <class T>
const Dense<T> &TwoFactors<T>::XtV() {
  if (!XtV_fresh_) data_.X.sums_over_documents(V_, XtV_, run_);
  XtV_fresh_ = true;
  return XtV_;
}

template <class T>
void TwoFactors<T>::fit_scale() {
  double square = 0;
  for (Index a = 0; a < UtU_.rows(); ++a)
    for (Index b = 0; b < UtU_.rows(); ++b)
      square += static_cast<double>(UtU_(a, b)) * static_cast<double>(VtV_(a, b));
  const double scale = square > 0 ? dot(V_, XU(), run_) / square : 0;
  if (!(scale > 0)) return;
  Array<double> factor(run_.memory, problem_.k);
  for (double &x : factor) x = scale;
  scale_columns(V_, factor, run_);
  V_moved();
}

template <class T>
void TwoFactors<T>::unit_basis() {
  const Index k = problem_.k;
  Array<double> length(run_.memory, k), inverse(run_.memory, k);
  for (Index c = 0; c < k; ++c) {
    const double square = static_cast<double>(UtU_(c, c));
    length[c] = square > 0 ? std::sqrt(square) : 1;
    inverse[c] = 1 / length[c];
  }
  scale_columns(U_, inverse, run_);
  scale_columns(V_, length, run_);
  U_moved();
  V_moved();
}

template <class T>
double TwoFactors<T>::objective() const {
  // Products of U are computed by every process, and the updates decide by the value.
  return run_.value_of_first(own_objective());
}

template <class T>
double TwoFactors<T>::own_objective() const {
  double value = data_.square - 2 * (XU_fresh_ ? dot(V_, XU_, run_) : dot(U_, XtV_, run_));
  for (Index a = 0; a < UtU_.rows(); ++a)
    for (Index b = 0; b < UtU_.rows(); ++b)
      value += static_cast<double>(UtU_(a, b)) * static_cast<double>(VtV_(a, b));
  value = not_negative(value);
  if (!(lambda_ > 0)) return value;
  for (const double x : column_dots<T>(V_, V_, L_.d.data(), run_)) value += lambda_ * x;
  return not_negative(value - lambda_ * dot(V_, SV_, run_));
}

template <class T>
void TwoFactors<T>::keep() {
  kept_V_ = V_.copy();
  kept_U_ = U_.copy();
}

template <class T>
void TwoFactors<T>::restore() {
  V_ = std::move(kept_V_);
  U_ = std::move(kept_U_);
  V_moved();
  U_moved();
  XU();
}

template <class T>
void TwoFactors<T>::finish() {
  const Index k = problem_.k;
  // The graph term of column c, lambda v_c'L v_c, is that of a column |u_c| times as long with
  // lambda / |u_c|^2.
  strengths_ = !(lambda_ > 0) ? Array<double>() : Array<double>(run_.memory, k);
  for (Index c = 0; c < strengths_.size(); ++c) {
    const double square = static_cast<double>(UtU_(c, c));
    strengths_[c] = std::fmin(square > 0 ? lambda_ / square : lambda_, largest_strength);
  }
  unit_basis();
  if (!(lambda_ > 0)) return;
  // Arg max uses unit columns: the scale of a column is arbitrary under the graph term.
  readout_weights_ = Array<double>(run_.memory, k);
  for (Index c = 0; c < k; ++c)
    readout_weights_[c] = VtV_(c, c) > 0 ? 1 / std::sqrt(static_cast<double>(VtV_(c, c))) : 1;
}

template <class T>
Factors<T> TwoFactors<T>::factors() {
  Factors<T> f;
  double most = 0;
  for (Index c = 0; c < problem_.k; ++c) most = std::max(most, static_cast<double>(UtU_(c, c)));
  for (Index c = 0; c < problem_.k; ++c)
    f.dead += static_cast<double>(UtU_(c, c)) <= 1e-15 * most ? 1 : 0;
  f.V = std::move(V_);
  f.U = std::move(U_);
  NormalEquations equations{packed(UtU_, run_.memory)};
  equations.strengths = std::move(strengths_);
  f.predictor = least_squares(std::move(equations));
  f.readout_weights = std::move(readout_weights_);
  f.lambda = lambda_;
  f.update_rule = rule_;
  return f;
}

template class TwoFactors<float>;
template class TwoFactors<double>;

}  // namespace manifact
