#include "methods/concept/factorization.hpp"

#include <algorithm>

#include "methods/concept/start.hpp"
#include "methods/magnitudes.hpp"
#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"
#include "model/model.hpp"
#include "model/predict/least_squares.hpp"
#include "model/predict/multiplicative_rows.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

Normalization normalization_of(const Options &options) {
  if (options.is(Key::normalization, "final")) return Normalization::final_step;
  if (options.is(Key::normalization, "per-update")) return Normalization::per_update;
  if (options.is(Key::normalization, "unit-memberships")) return Normalization::unit_memberships;
  if (options.is(Key::normalization, "none")) return Normalization::none;
  return Normalization::scale_invariant;
}

// The degree in the data of the weights of the normalized cut, g = (K 1)^-power.
double degree_of_weights(const Options &options) {
  return options.is(Key::ncw, "none") ? 0
                                      : -options.real(Key::ncw_power) * degree_of_kernel(options);
}

// Of lambda: that of the fit over that of the penalty, which has the fit as a factor where it is
// scale-invariant and 1 / g^2 by appendix B.
double degree_of_lambda(const Options &options) {
  const double fit =
      normalization_of(options) == Normalization::scale_invariant ? 0 : degree_of_fit(options);
  return options.is(Key::ncw, "full") ? fit + 2 * degree_of_weights(options) : fit;
}

// lambda, or lambda over the mean degree of the graph.
template <class T>
double lambda_of(const Problem<T> &problem, const Graph &graph) {
  const Options &options = problem.options;
  const double lambda =
      strength_in_units(problem, options.real(Key::lambda), degree_of_lambda(options));
  if (options.is(Key::lambda_scale, "absolute")) return lambda;
  const double degree = mean_degree(graph);
  return degree > 0 ? lambda / degree : 0;
}

// The rule. update=auto descends wherever it can and the objective is one to be minimized;
// docs/methods.md has the evidence. `plain`: no terms beside X and the edges of a graph.
bool descends(const Options &options, bool plain) {
  if (!options.is(Key::update, "auto")) return options.is(Key::update, "cd");
  const Normalization mode = normalization_of(options);
  return plain && kernel_asked(options).kind == KernelKind::linear &&
         (mode == Normalization::scale_invariant || mode == Normalization::none);
}

template <class T>
std::unique_ptr<UpdateRule<T>> rule_of(bool descent, const Options &options, ConceptState<T> &state,
                                       const Array<std::int32_t> *order, ExecutionContext &run) {
  if (descent) {
    if (state.dense_affinity)
      fail(Status::option,
           "propagation-top=exact needs update=mu: coordinate descent moves along stored edges");
    if (state.term) fail(Status::option, "method '%s' needs update=mu", options.method().name);
    return coordinate_descent<T>(state, static_cast<int>(options.integer(Key::sweeps)), order, run);
  }
  const Floor floor = options.is(Key::floor, "reference")
                          ? Floor{1e-10, 0}
                          : Floor{sizeof(T) == 8 ? 1e-300 : 1e-36, 1e-16};
  state.split = !state.K->non_negative();
  return state.split ? signed_updates<T>(floor) : multiplicative_updates<T>(floor);
}

}  // namespace

double degree_of_fit(const Options &options) {
  return degree_of_kernel(options) + 2 * degree_of_weights(options);
}

template <class T>
ConceptFactorization<T>::ConceptFactorization(const Problem<T> &problem,
                                              std::vector<Index> shared_rows,
                                              std::unique_ptr<LabelTerm<T>> term)
    : problem_(problem),
      run_(problem.run),
      normalization_(normalization_of(problem.options)),
      W_first_(problem.options.is(Key::update_order, "wv")),
      momentum_of_W_(problem.options.real(Key::extrapolation)),
      momentum_of_V_(problem.options.real(Key::extrapolation)) {
  const Options &options = problem.options;
  const double lambda =
      problem.graph != nullptr && options.method().uses(Key::lambda)
          ? lambda_of(problem,
                      problem.neighborhood != nullptr ? *problem.neighborhood : *problem.graph)
          : 0;
  const bool descent = descends(options, term == nullptr && problem.dense_affinity == nullptr);
  state_.K = kernel_of(problem, !descent, kernel_);
  if (!options.is(Key::ncw, "none")) weigh(options);
  state_.trace = trace(*state_.K);
  if (lambda > 0) {
    state_.lambda = lambda;
    state_.scale_invariant = normalization_ == Normalization::scale_invariant;
    state_.L = laplacian_of<T>(*problem.graph, options.is(Key::ncw, "full") ? &g_ : nullptr, run_);
    if (problem.dense_affinity != nullptr && options.is(Key::ncw, "full"))
      fail(Status::option,
           "propagation-top=exact does not go with ncw=full, which transforms edges");
    if (problem.dense_affinity != nullptr)
      state_.set_dense_affinity(*problem.dense_affinity, options.integer(Key::memory_budget), run_);
  }
  const Index n = problem.X.rows, k = problem.k;
  for (Dense<T> *factor : {&state_.W, &state_.V, &state_.KW}) *factor = Dense<T>(run_.memory, n, k);
  if (!state_.L.empty()) state_.SV = Dense<T>(run_.memory, n, k);
  state_.shared_rows = std::move(shared_rows);
  state_.term = std::move(term);
  rule_ = rule_of(descent, options, state_, problem.canonical_order, run_);
  if (!state_.split) return;
  for (Dense<T> *part : {&state_.KW_plus, &state_.KW_minus}) *part = Dense<T>(run_.memory, n, k);
}

template <class T>
void ConceptFactorization<T>::place(Start &start) {
  if (start.V != nullptr)
    start_factors(state_, start.W, start.V);
  else if (start.labels != nullptr)
    start_labels(state_, start.labels);
  else if (problem_.options.is(Key::start, "random"))
    start_random(state_, start.rng, problem_.canonical_order);
  else if (starts_from_labels(problem_.options))
    start_factors(
        state_, nullptr,
        packed(propagated_memberships(problem_, start.rng, propagation_), run_.memory).data());
  else
    start_labels(state_, first_labels(problem_, start.rng).data());
}

template <class T>
void ConceptFactorization<T>::start(Start start) {
  if (state_.term) state_.term->reset();
  place(start);
  for (std::size_t i = 0; i < state_.shared_rows.size(); ++i)
    std::copy_n(state_.V.row(state_.shared_rows[i]), state_.V.columns(),
                state_.V.row(static_cast<Index>(i)));
  state_.W_changed(run_);
  state_.V_changed(run_);
  momentum_of_W_.forget();
  momentum_of_V_.forget();
  if (!(normalization_ == Normalization::per_update && W_first_))
    normalize();  // the RCF paper's order begins with the factors as they are
}

template <class T>
void ConceptFactorization<T>::update() {
  if (momentum_of_W_.on()) before_ = objective();
  if (W_first_) move_W();
  move_V();
  if (state_.term) state_.term->move(state_.V, run_);
  if (!W_first_) move_W();
  normalize();
}

template <class T>
void ConceptFactorization<T>::keep() {
  kept_W_ = state_.W.copy();
  kept_V_ = state_.V.copy();
  if (state_.term) kept_term_ = std::make_unique<LabelTerm<T>>(*state_.term);
}

template <class T>
void ConceptFactorization<T>::recall() {
  std::swap(state_.W, kept_W_);
  std::swap(state_.V, kept_V_);
  kept_W_ = Dense<T>();
  kept_V_ = Dense<T>();
  if (kept_term_) state_.term = std::move(kept_term_);
  momentum_of_W_.forget();
  momentum_of_V_.forget();
  state_.W_changed(run_);
  state_.V_changed(run_);
}

template <class T>
void ConceptFactorization<T>::finish() {
  if (normalization_ == Normalization::unit_memberships) {  // arg max reads unit columns
    readout_weights_ = unit_memberships(state_, run_);
    const Array<double> s = unit_concepts(state_, run_);
    for (Index c = 0; c < s.size(); ++c) readout_weights_[c] /= s[c];
  }
  if (normalization_ != Normalization::none) state_.rescale(unit_concepts(state_, run_), run_);
}

template <class T>
Factors<T> ConceptFactorization<T>::factors() {
  Factors<T> f;
  double most = 0;
  for (Index c = 0; c < state_.M.rows(); ++c)
    most = std::max(most, static_cast<double>(state_.M(c, c)));
  for (Index c = 0; c < state_.M.rows(); ++c)
    f.dead += static_cast<double>(state_.M(c, c)) <= 1e-15 * most ? 1 : 0;
  f.U = state_.K->concepts(state_.W, run_);
  f.kernel = kernel_;
  f.store = state_.K->store();
  f.update_rule = rule_->name();
  f.W = std::move(state_.W);
  f.V = std::move(state_.V);
  NormalEquations equations{packed(state_.M, run_.memory), std::move(g_), std::move(feature_sums_)};
  equations.transformed_graph = equations.ncw() && problem_.options.is(Key::ncw, "full");
  f.predictor = problem_.options.is(Key::out_of_sample, "iterative")
                    ? multiplicative_rows(std::move(equations))
                    : least_squares(std::move(equations));
  f.readout_weights = std::move(readout_weights_);
  f.lambda = state_.lambda;
  f.propagation = propagation_;
  return f;
}

template <class T>
void ConceptFactorization<T>::weigh(const Options &options) {
  Dense<T> ones(run_.memory, problem_.X.rows, 1);
  for (Index i = 0; i < ones.rows(); ++i) ones(i, 0) = 1;
  const Dense<T> sums = state_.K->concepts(ones, run_);
  feature_sums_ = Array<double>(run_.memory, sums.rows());
  for (Index j = 0; j < sums.rows(); ++j) feature_sums_[j] = static_cast<double>(sums(j, 0));
  g_ = ncw_weights(*state_.K, options.real(Key::ncw_power), run_);
  state_.K = scaled_kernel(std::move(state_.K), g_, run_);
}

template <class T>
void ConceptFactorization<T>::move_V() {
  rule_->V_step(state_, run_);
  const auto changed = [&] { state_.V_changed(run_); };
  if (!momentum_of_V_.on()) return changed();
  momentum_of_V_.carry(state_.V, before_, run_, changed, [&] { return objective(); });
}

template <class T>
void ConceptFactorization<T>::move_W() {
  rule_->W_step(state_, run_);
  const auto changed = [&] { state_.W_changed(run_); };
  if (!momentum_of_W_.on()) return changed();
  momentum_of_W_.carry(state_.W, before_, run_, changed, [&] { return objective(); });
}

template <class T>
void ConceptFactorization<T>::normalize() {
  if (normalization_ == Normalization::scale_invariant ||
      normalization_ == Normalization::per_update)
    rescale(unit_concepts(state_, run_));
  if (normalization_ == Normalization::unit_memberships) rescale(unit_memberships(state_, run_));
}

// W <- W diag(1/s), V <- V diag(s), and the past of both.
template <class T>
void ConceptFactorization<T>::rescale(const Array<double> &s) {
  state_.rescale(s, run_);
  if (!momentum_of_W_.on()) return;
  Array<double> inverse(run_.memory, s.size());
  for (Index c = 0; c < s.size(); ++c) inverse[c] = 1 / s[c];
  momentum_of_W_.rescale(inverse, run_);
  momentum_of_V_.rescale(s, run_);
}

template class ConceptFactorization<float>;
template class ConceptFactorization<double>;

}  // namespace manifact
