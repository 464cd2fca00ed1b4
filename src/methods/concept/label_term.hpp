// A term of labels in the objective of V (gdcf.cpp): beta |Q - V_l A|^2 over the labeled documents,
// Q n_l x C one-hot, A >= 0 k x C. Halved gradients:
//
//   dV_i = beta (v_i A A' - q_i A')        dA = beta (V_l'V_l A - V_l'Q)
#pragma once

#include <vector>

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
class LabelTerm {
 public:
  // classes: n, -1 where not known.
  LabelTerm(const Array<std::int32_t> &classes, Index n_classes, Index k, double beta,
            ExecutionContext &run);

  void reset();  // A, to what a fit begins with

  // num += beta q_i A', den += beta v_i A A' for rows begin .. end-1; num and den begin with row
  // `begin`, of the stride of V.
  void add(const Dense<T> &V, Index begin, Index end, T *num, T *den) const noexcept;

  // A <- A * (V_l'Q) / (V_l'V_l A), one multiplicative step; the value follows.
  void move(const Dense<T> &V, ExecutionContext &run);

  void V_changed(const Dense<T> &V, ExecutionContext &run);
  void rescale(
      const Array<double> &factor);  // row c of A by factor_c, with the inverse scaling of V
  double value() const noexcept { return value_; }

 private:
  std::vector<std::int32_t> classes_;
  Index C_, k_;
  double beta_, value_ = 0;
  std::vector<double> A_;  // k x C
};

}  // namespace manifact
