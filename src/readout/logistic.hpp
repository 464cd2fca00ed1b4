// Multinomial logistic regression on sparse rows, with a weight for each document:
//
//   f(B, b) = sum_i w_i (ln sum_c exp(s_ic) - s_iy)  +  |B|^2 / (2 C),   s_ic = x_i'B_c + b_c
//
//   df/dB = X'D + B / C,   df/db = D'1,   D_ic = w_i (p_ic - [y_i = c]),   p_i = softmax(s_i)
//
// y_i: the label of document i. f is convex; it is minimized by L-BFGS (Nocedal 1980: the two-loop
// recursion), with steps that decrease f enough (Armijo). Its first matrix is the inverse diagonal
// of the Hessian where all p are equal, times s'y / y'Dy of the last step.
#pragma once

#include <cstdint>

#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// f and its gradient. The coefficients are B with b as one more row: (m + 1) x k.
template <class T>
class LogisticLoss {
 public:
  // labels: n, -1 for a document that does not count; weights: n, w >= 0. X, labels and weights
  // must outlive the loss. A cluster without a document of positive weight is left out: its
  // probability is 0.
  LogisticLoss(const CsrView<T> &X, const Array<std::int32_t> &labels, const Array<double> &weights,
               Index k, double C, ExecutionContext &run);

  Index rows() const noexcept { return X_.columns + 1; }
  bool counts(Index c) const noexcept { return used_[c]; }
  double operator()(const Dense<T> &B, Dense<T> &gradient);
  // For each row of the coefficients, 1 / (q sum_i w_i x_ij^2 + 1 / C), q = (1 - 1/k) / k.
  Array<T> inverse_curvatures() const;

 private:
  void residuals(const Dense<T> &B);  // S_ <- D; sums_ <- f and D'1 of each block

  CsrView<T> X_;
  Csr<T> Xt_;
  const Array<std::int32_t> &labels_;
  const Array<double> &weights_;
  Index k_;
  double C_;
  ExecutionContext &run_;
  Array<bool> used_;
  Dense<T> S_;
  Array<double> sums_;
};

template <class T>
struct LogisticFit {
  Dense<T> B;          // m x k
  Array<double> bias;  // k; of a cluster that was left out very small
  Index iterations = 0;
};

// The minimum, up to a gradient of .01 times the first or at most 100 iterations. Reports progress
// in the stage "refinement".
template <class T>
LogisticFit<T> fit_logistic(const CsrView<T> &X, const Array<std::int32_t> &labels,
                            const Array<double> &weights, Index k, double C, ExecutionContext &run);

}  // namespace manifact
