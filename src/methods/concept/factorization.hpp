// X ~ X W V' as an algorithm for the solver: the state, an update rule, and how the scale is fixed.
// What the objective is, the methods say (lccf.cpp, auto.cpp).
#pragma once

#include "methods/concept/kernel_of.hpp"
#include "methods/concept/momentum.hpp"
#include "methods/concept/update.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The order of the steps and the scale of the factors, see lccf.cpp.
enum class Normalization { scale_invariant, final_step, per_update, unit_memberships, none };

// The degree of |X' - X'W V'|^2 in the data, with W V' fixed: 2 for the linear kernel without
// weights.
double degree_of_fit(const Options &options);

template <class T>
class ConceptFactorization : public Algorithm<T> {
 public:
  // ties: by document, the first of those that share its row of V; empty: none.
  explicit ConceptFactorization(const Problem<T> &problem, std::vector<Index> shared_rows = {},
                                std::unique_ptr<LabelTerm<T>> term = nullptr);

  void start(Start start) override;
  void update() override;
  double objective() const override { return state_.objective(run_); }
  double residual() const override { return state_.kkt_residual(run_); }
  bool monotone() const override {
    return normalization_ == Normalization::scale_invariant ||
           normalization_ == Normalization::none;
  }
  bool fixed_point() const override { return problem_.k == 1; }  // one cluster: nothing to decide
  void keep() override;
  void recall() override;
  void finish() override;
  Factors<T> factors() override;

 protected:
  virtual void place(Start &start);  // the first W and V
  void normalize();

  Problem<T> problem_;
  ExecutionContext &run_;
  Normalization normalization_;
  ConceptState<T> state_;
  Array<double> readout_weights_;

 private:
  void weigh(const Options &options);
  void move_V();
  void move_W();
  void rescale(const Array<double> &s);

  bool W_first_;
  KernelSpec kernel_;
  std::unique_ptr<UpdateRule<T>> rule_;
  Momentum<T> momentum_of_W_, momentum_of_V_;
  double before_ = 0;  // objective before the present update, for the momentum
  Array<double> g_, feature_sums_;
  Dense<T> kept_W_, kept_V_;
  std::unique_ptr<LabelTerm<T>> kept_term_;
  PropagationTrace propagation_;
};

}  // namespace manifact
