// The label penalty (gdcf.cpp): mu |Q - V_l A|^2 over the labeled documents, with one-hot Q, n_l x
// C, and a variable A >= 0, k x C. Halved gradients:
//
//   dV_i = mu (v_i A A' - q_i A')        dA = mu (V_l'V_l A - V_l'Q)
#pragma once

#include <vector>

#include "methods/concept/penalties/penalty.hpp"

namespace manifact {

template <class T>
class LabelPenalty final : public Penalty<T> {
 public:
  // classes: n, -1 if unknown.
  LabelPenalty(const Array<std::int32_t> &classes, Index n_classes, Index k, double mu);

  void reset() override;
  void V_changed(const Tall<T> &V, ExecutionContext &run) override;
  void rescale(const Array<double> &s, ExecutionContext &run) override;
  void add_value(double &sum) const noexcept override { sum += value_; }
  // num += mu q_i A', den += mu v_i A A'
  void add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept override;
  const char *no_descent() const noexcept override {
    return "the label penalty needs update=mu: coordinate descent has no step for it";
  }
  // A <- A * (V_l'Q) / (V_l'V_l A), one multiplicative step; also updates the value.
  void update(const Tall<T> &V, ExecutionContext &run) override;
  void keep() override { kept_A_ = A_; }
  void restore(ExecutionContext &) override { A_ = kept_A_; }

 private:
  Array<std::int32_t> classes_;
  Index C_, k_;
  double mu_, value_ = 0;
  std::vector<double> A_, kept_A_;  // k x C
};

}  // namespace manifact
