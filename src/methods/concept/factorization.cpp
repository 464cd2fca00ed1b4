#include "methods/concept/factorization.hpp"

#include <algorithm>

#include "methods/concept/start.hpp"
#include "methods/concept/state.hpp"
#include "methods/floor.hpp"
#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"
#include "model/model.hpp"
#include "model/predict/multiplicative_rows.hpp"
#include "model/predict/rules.hpp"
#include "options/conversions.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The reason why coordinate descent cannot minimize the sum; null if it can.
template <class T>
const char *no_descent(const Penalties<T> &penalties) {
  for (const auto &penalty : penalties)
    if (const char *const why = penalty->no_descent()) return why;
  return nullptr;
}

// Whether the update rule is coordinate descent. update=auto uses it wherever it applies and the
// normalization keeps a well-defined objective; measurements are in docs/benchmarks.md.
template <class T>
bool descends(const Problem<T> &problem, const Penalties<T> &penalties) {
  const Plan &plan = problem.plan;
  if (plan.update != UpdateKind::auto_) return plan.update == UpdateKind::cd;
  return no_descent(penalties) == nullptr && problem.dense_affinity == nullptr &&
         plan.kernel.kind == KernelKind::linear &&
         (plan.normalization == Normalization::scale_invariant ||
          plan.normalization == Normalization::none);
}

template <class T>
std::unique_ptr<UpdateRule<T>> rule_of(bool descent, const Problem<T> &problem,
                                       ConceptState<T> &state) {
  if (descent) {
    if (const char *const why = no_descent(state.penalties)) fail(Status::option, "%s", why);
    const Options &options = problem.options;
    return coordinate_descent<T>(state, static_cast<int>(options.integer(Key::sweeps)),
                                 problem.canonical_order, options.integer(Key::memory_budget),
                                 problem.run);
  }
  const Floor floor = floor_of<T>(problem.plan);
  state.split = !state.K->non_negative();
  return state.split ? signed_updates<T>(floor) : multiplicative_updates<T>(floor);
}

}  // namespace

template <class T>
ConceptFactorization<T>::ConceptFactorization(const Problem<T> &problem, Penalties<T> penalties,
                                              const std::vector<Index> &shared_rows)
    : problem_(problem),
      run_(problem.run),
      normalization_(problem.plan.normalization),
      W_first_(problem.plan.update_order == UpdateOrder::wv),
      descent_(descends(problem, penalties)),
      momentum_of_W_(problem.options.real(Key::extrapolation)),
      momentum_of_V_(problem.options.real(Key::extrapolation)) {
  state_.K = kernel_of(problem, !descent_, kernel_);
  state_.penalties = std::move(penalties);
  set_weights();
  state_.trace = run_.total(trace(*state_.K));
  state_.shared_rows = shared_rows;
  rule_ = rule_of(descent_, problem, state_);
}

template <class T>
void ConceptFactorization<T>::allocate() {
  if (!state_.V.empty()) return;
  const Index n = problem_.X.rows, k = problem_.k;
  for (Tall<T> *factor : {&state_.W, &state_.V, &state_.KW}) *factor = Tall<T>(run_.memory, n, k);
  if (!state_.split) return;
  for (Tall<T> *part : {&state_.KW_plus, &state_.KW_minus}) *part = Tall<T>(run_.memory, n, k);
}

// Whether the start is a clustering that has to be computed. It is computed before the factors are
// allocated.
template <class T>
bool ConceptFactorization<T>::computes_labels(const Start &start) const {
  return start.V == nullptr && start.labels == nullptr &&
         problem_.plan.start != StartKind::random && !starts_from_labels(problem_.options);
}

template <class T>
void ConceptFactorization<T>::set_first_factors(Start &start) {
  const bool computes = computes_labels(start);
  Array<std::int32_t> labels;
  if (computes) labels = first_labels(problem_, start.rng);
  allocate();
  if (computes)
    start_labels(state_, labels.data(), run_);
  else if (start.V != nullptr)
    start_factors(state_, start.W, start.V, run_);
  else if (start.labels != nullptr)
    start_labels(state_, start.labels, run_);
  else if (problem_.plan.start == StartKind::random)
    start_random(state_, start.rng, problem_.canonical_order, run_);
  else
    start_factors(
        state_, nullptr,
        packed(propagated_memberships(problem_, start.rng, propagation_), run_.memory).data(),
        run_);
}

template <class T>
void ConceptFactorization<T>::start(Start start) {
  for (const auto &penalty : state_.penalties) penalty->reset();
  set_first_factors(start);
  for (std::size_t i = 0; i < state_.shared_rows.size(); ++i)
    std::copy_n(state_.V.row(state_.shared_rows[i]), state_.V.columns(),
                state_.V.row(static_cast<Index>(i)));
  state_.W_changed(run_);
  state_.V_changed(run_);
  momentum_of_W_.reset();
  momentum_of_V_.reset();
  if (!(normalization_ == Normalization::per_update && W_first_))
    normalize();  // in the RCF paper's order the first update uses the initial factors unscaled
}

template <class T>
void ConceptFactorization<T>::update() {
  if (momentum_of_W_.enabled()) before_ = objective();
  if (W_first_) update_W();
  update_V();
  for (const auto &penalty : state_.penalties) penalty->update(state_.V, run_);
  if (!W_first_) update_W();
  normalize();
}

template <class T>
void ConceptFactorization<T>::keep() {
  kept_W_ = state_.W.copy();
  kept_V_ = state_.V.copy();
  for (const auto &penalty : state_.penalties) penalty->keep();
}

template <class T>
void ConceptFactorization<T>::restore() {
  std::swap(state_.W, kept_W_);
  std::swap(state_.V, kept_V_);
  kept_W_ = Tall<T>();
  kept_V_ = Tall<T>();
  for (const auto &penalty : state_.penalties) penalty->restore(run_);
  momentum_of_W_.reset();
  momentum_of_V_.reset();
  state_.W_changed(run_);
  state_.V_changed(run_);
}

// On dense data M is often so badly conditioned that the updates are far from the solution, and a
// document would be assigned to another cluster than in the fit.
template <class T>
bool ConceptFactorization<T>::solve_memberships(bool updated) {
  if (!updated || !descent_ || !problem_.X.is_dense() || !state_.penalties.empty() ||
      !state_.shared_rows.empty())
    return false;
  minimize_memberships(state_, run_);
  return true;
}

template <class T>
void ConceptFactorization<T>::finish() {
  if (normalization_ == Normalization::unit_memberships) {  // arg max uses unit columns of V
    readout_weights_ = unit_memberships(state_, run_);
    const Array<double> s = unit_concepts(state_, run_);
    for (Index c = 0; c < s.size(); ++c) readout_weights_[c] /= s[c];
  }
  if (normalization_ != Normalization::none) state_.rescale(unit_concepts(state_, run_), run_);
}

template <class T>
Factors<T> ConceptFactorization<T>::factors() {
  Factors<T> f;
  double largest = 0;
  for (Index c = 0; c < state_.M.rows(); ++c)
    largest = std::max(largest, static_cast<double>(state_.M(c, c)));
  for (Index c = 0; c < state_.M.rows(); ++c)
    f.dead += static_cast<double>(state_.M(c, c)) <= 1e-15 * largest ? 1 : 0;
  state_.KW = Tall<T>();  // the concepts need memory
  state_.KV = Dense<T>();
  f.U = state_.K->concepts(state_.W, run_);
  f.kernel = kernel_;
  f.store = state_.K->store();
  f.update_rule = rule_->name();
  f.W = std::move(state_.W);
  f.V = std::move(state_.V);
  NormalEquations equations{.M = packed(state_.M, run_.memory),
                            .g = std::move(g_),
                            .feature_sums = std::move(feature_sums_)};
  equations.transformed_graph = equations.ncw() && problem_.plan.ncw == CutWeighting::full;
  f.predictor = problem_.plan.out_of_sample == OutOfSample::iterative
                    ? multiplicative_rows(std::move(equations))
                    : least_squares(std::move(equations));
  f.readout_weights = std::move(readout_weights_);
  for (const auto &penalty : state_.penalties) penalty->report(f);
  f.propagation = propagation_;
  return f;
}

template <class T>
void ConceptFactorization<T>::set_weights() {
  if (problem_.plan.ncw != CutWeighting::none) {
    Dense<T> ones(run_.memory, problem_.X.rows, 1);
    for (Index i = 0; i < ones.rows(); ++i) ones(i, 0) = 1;
    const Dense<T> sums = state_.K->concepts(ones, run_);
    feature_sums_ = Array<double>(run_.memory, sums.rows());
    for (Index j = 0; j < sums.rows(); ++j) feature_sums_[j] = static_cast<double>(sums(j, 0));
    g_ = ncw_weights(*state_.K, problem_.options.real(Key::ncw_power), run_);
    state_.K = scaled_kernel(std::move(state_.K), g_, run_);
  }
  for (const auto &penalty : state_.penalties) penalty->set_weights(g_, run_);
}

template <class T>
void ConceptFactorization<T>::update_V() {
  rule_->V_step(state_, run_);
  const auto changed = [&] { state_.V_changed(run_); };
  if (!momentum_of_V_.enabled()) return changed();
  momentum_of_V_.extrapolate(state_.V, before_, run_, changed, [&] { return objective(); });
}

template <class T>
void ConceptFactorization<T>::update_W() {
  rule_->W_step(state_, run_);
  const auto changed = [&] { state_.W_changed(run_); };
  if (!momentum_of_W_.enabled()) return changed();
  momentum_of_W_.extrapolate(state_.W, before_, run_, changed, [&] { return objective(); });
}

template <class T>
void ConceptFactorization<T>::normalize() {
  if (normalization_ == Normalization::scale_invariant ||
      normalization_ == Normalization::per_update)
    rescale(unit_concepts(state_, run_));
  if (normalization_ == Normalization::unit_memberships) rescale(unit_memberships(state_, run_));
}

// W <- W diag(1/s), V <- V diag(s), also for the previous factors of the momentum.
template <class T>
void ConceptFactorization<T>::rescale(const Array<double> &s) {
  state_.rescale(s, run_);
  if (!momentum_of_W_.enabled()) return;
  Array<double> inverse(run_.memory, s.size());
  for (Index c = 0; c < s.size(); ++c) inverse[c] = 1 / s[c];
  momentum_of_W_.rescale(inverse, run_);
  momentum_of_V_.rescale(s, run_);
}

template class ConceptFactorization<float>;
template class ConceptFactorization<double>;

}  // namespace manifact
