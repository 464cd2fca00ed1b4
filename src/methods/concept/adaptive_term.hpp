// The self-representation term of an objective (srmcf.cpp): l1 tr(R L_A R'), R = W V' (n x n, never
// formed), L_A = D_A - A_s of adaptive neighbors A, A_s = (A + A')/2, D_A its degrees. Through k x
// k matrices alone:
//
//   value  l1 sum (W'W) * (V'D_A V - V'A_s V)
//   dV     l1 (D_A V - A_s V) (W'W)                dW = l1 W (V'D_A V - V'A_s V)         halved
//                                                  gradients, plus and minus part
//
// and of sample i against j, columns of R, |R_:i - R_:j|^2 = |y_i - y_j|^2 with the rows y of Y = V
// (W'W)^(1/2).
#pragma once

#include "graph/laplacian.hpp"
#include "graph/learned/adaptive.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
class AdaptiveTerm {
 public:
  AdaptiveTerm(Index n, Index k, double weight, ExecutionContext &run);

  // Another A: the products with V follow.
  void take(const Csr<double> &A, const Dense<T> &V, ExecutionContext &run);

  // num += the part of the gradient with a minus, den += that with a plus, for rows begin .. end-1;
  // num and den begin with row `begin`.
  void add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept;
  void add_W(const Dense<T> &W, Index begin, Index end, T *num, T *den) noexcept;

  void W_changed(const Dense<T> &W, ExecutionContext &run);
  void V_changed(const Dense<T> &V, ExecutionContext &run);
  void rescale(const Array<double> &s, ExecutionContext &run);  // W <- W diag(1/s), V <- V diag(s)

  double value() const noexcept;
  double weight() const noexcept { return weight_; }
  Index components() const noexcept { return components_; }  // of A_s

  // Y, where the adaptive neighbors are searched.
  Dense<double> coordinates(const Dense<T> &V, ExecutionContext &run) const;

 private:
  double weight_;
  Index components_ = 0;
  Laplacian<T> L_;           // of A_s
  Array<T> factor_;          // weight, a row of it
  Dense<T> AV_, scratch_;    // n x k
  Dense<T> WW_, VAV_, VDV_;  // k x k
};

}  // namespace manifact
