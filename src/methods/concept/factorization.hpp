// X' ~ X'W V' as an algorithm for the solver: the state, an update rule, and the normalization. The
// objective is the fit plus the penalties of the method:
//
//   concept_factorization(problem, graph_penalty(problem))       |X' - X'W V'|^2 + lambda tr(V'L V)
#pragma once

#include <cmath>
#include <utility>

#include "linalg/dense/dense.hpp"
#include "linalg/dense/products.hpp"
#include "methods/concept/penalties/graph.hpp"
#include "methods/concept/penalties/penalty.hpp"
#include "methods/concept/state.hpp"
#include "methods/concept/update.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Momentum of one factor F = W or V between the steps of any update rule (Ang, Gillis 2019,
// "Accelerating nonnegative matrix factorization algorithms using extrapolation"). F_t is the
// result of step t of the rule; the next step begins at
//
//   F_t + weight (F_t - F_{t-1}), entries bounded from below
//
// if the objective there is at most its value before the update, otherwise at F_t, so the objective
// never rises. The weight grows by a factor of 1.05 with each success, up to the largest that has
// not failed (which itself grows by 1.01), and falls to 2/3 with each failure.
template <class T>
class Momentum {
 public:
  explicit Momentum(double weight) noexcept : first_weight_(weight), weight_(weight) {}

  bool enabled() const noexcept { return first_weight_ > 0; }

  // Call at a new start.
  void reset() noexcept {
    last_ = Tall<T>();
    started_ = false;
    weight_ = first_weight_;
    most_ = 1;
  }

  // Call after a step of the rule: sets F to F + weight (F - last), or leaves it if the objective
  // would exceed `before`. `changed()` updates the products.
  template <class Changed, class Objective>
  void extrapolate(Tall<T> &F, double before, ExecutionContext &run, Changed &&changed,
                   Objective &&objective) {
    const bool first = !started_;
    started_ = true;
    Tall<T> stepped = F.copy();
    if (!first) add_momentum(F, run);
    changed();
    if (!first && !(objective() <= before)) {
      std::swap(F, stepped);
      changed();
      most_ = weight_;
      weight_ /= 1.5;
      last_ = F.copy();
      return;
    }
    if (!first) {
      weight_ = std::fmin(most_, 1.05 * weight_);
      most_ = std::fmin(1, 1.01 * most_);
    }
    last_ = std::move(stepped);
  }

  // F <- F diag(s)
  void rescale(const Array<double> &s, ExecutionContext &run) {
    if (!last_.empty()) scale_columns(last_, s, run);
  }

 private:
  // F <- F + weight (F - last). Entries stay above 1e-16 of the largest, so that multiplicative
  // updates can raise them again.
  void add_momentum(Tall<T> &F, ExecutionContext &run) const {
    T most = 0;
    for (Index e = 0; e < F.size(); ++e) most = F.data()[e] > most ? F.data()[e] : most;
    most = static_cast<T>(run.largest(static_cast<double>(most)));
    const T low = static_cast<T>(1e-16) * most, weight = static_cast<T>(weight_);
    run.pool.blocks(F.rows(), 1024, [&](Index begin, Index end) {
      for (Index e = begin * F.stride(); e < end * F.stride(); ++e) {
        const T x = F.data()[e], bound = x < low ? x : low, to = x + weight * (x - last_.data()[e]);
        F.data()[e] = to > bound ? to : bound;
      }
    });
  }

  double first_weight_, weight_, most_ = 1;
  bool started_ = false;  // a process may have no rows
  Tall<T> last_;          // F_{t-1}
};

template <class T>
class ConceptFactorization : public Algorithm<T> {
 public:
  // shared_rows: for each document, the first one that shares its row of V; empty: none do.
  explicit ConceptFactorization(const Problem<T> &problem, Penalties<T> penalties = {},
                                const std::vector<Index> &shared_rows = {});

  void start(Start start) override;
  void update() override;
  double objective() const override { return state_.objective(run_); }
  double residual() const override { return state_.kkt_residual(run_); }
  bool monotone() const override {
    return normalization_ == Normalization::scale_invariant ||
           normalization_ == Normalization::none;
  }
  bool fixed_point() const override { return problem_.k == 1; }
  bool solve_memberships(bool updated) override;
  void keep() override;
  void restore() override;
  void finish() override;
  Factors<T> factors() override;

 protected:
  virtual void set_first_factors(Start &start);
  void allocate();  // the factors, once
  void normalize();

  Problem<T> problem_;
  ExecutionContext &run_;
  Normalization normalization_;
  ConceptState<T> state_;
  Array<double> readout_weights_;

 private:
  bool computes_labels(const Start &start) const;
  void set_weights();
  void update_V();
  void update_W();
  void rescale(const Array<double> &s);

  bool W_first_, descent_;
  KernelSpec kernel_;
  std::unique_ptr<UpdateRule<T>> rule_;
  Momentum<T> momentum_of_W_, momentum_of_V_;
  double before_ = 0;  // objective before the current update, for the momentum
  Array<double> g_, feature_sums_;
  Tall<T> kept_W_, kept_V_;
  PropagationTrace propagation_;
};

// The fit plus the penalties that are not null.
template <class T, class... P>
std::unique_ptr<Algorithm<T>> concept_factorization(const Problem<T> &problem,
                                                    std::unique_ptr<P>... penalties) {
  return std::make_unique<ConceptFactorization<T>>(problem, sum_of<T>(std::move(penalties)...));
}

// For Method::make: with the penalty of the graph alone.
inline constexpr AlgorithmMaker graph_regularized = maker_of(
    [](const auto &problem) { return concept_factorization(problem, graph_penalty(problem)); });

}  // namespace manifact
