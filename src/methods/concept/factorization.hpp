// X' ~ X'W V' as an algorithm for the solver: the state, an update rule, and the normalization. The
// objective is the fit plus the penalties of the method:
//
//   concept_factorization(problem, graph_penalty(problem))       |X' - X'W V'|^2 + lambda tr(V'L V)
#pragma once

#include "methods/concept/kernel_of.hpp"
#include "methods/concept/momentum.hpp"
#include "methods/concept/penalties/penalty.hpp"
#include "methods/concept/update.hpp"
#include "runtime/index.hpp"

namespace manifact {

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

}  // namespace manifact
