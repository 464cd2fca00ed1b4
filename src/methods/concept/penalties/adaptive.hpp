// The penalty of adaptive neighbors on the self-representation R = W V' (srmcf.cpp):
//
//   l1 tr(R L_A R')        L_A = D_A - A_s, A_s = (A + A')/2 of the neighbors A, D_A its degrees
//
// R is n x n and never formed. Everything is computed from k x k matrices; gradients are halved:
//
//   value = l1 sum (W'W) * (V'D_A V - V'A_s V)
//   dV    = l1 D_A V (W'W) - l1 A_s V (W'W)        dW = l1 W (V'D_A V) - l1 W (V'A_s V)
//
// The distances of columns of R are |R_:i - R_:j|^2 = |y_i - y_j|^2, rows of Y = V (W'W)^(1/2).
#pragma once

#include "graph/learned/adaptive.hpp"
#include "methods/concept/penalties/penalty.hpp"

namespace manifact {

template <class T>
class AdaptivePenalty final : public Penalty<T> {
 public:
  AdaptivePenalty(Index n, Index k, double weight, ExecutionContext &run);

  // Replaces the neighbors A and updates the products with V.
  void set_neighbors(AdaptiveNeighbors neighbors, const Tall<T> &V, ExecutionContext &run);
  const AdaptiveNeighbors &neighbors() const noexcept { return neighbors_; }

  void W_changed(const Tall<T> &W, const Dense<T> &M, ExecutionContext &run) override;
  void V_changed(const Tall<T> &V, ExecutionContext &run) override;
  void rescale(const Array<double> &s, ExecutionContext &run) override;
  void add_value(double &total) const noexcept override;
  void add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept override;
  void add_W(const Dense<T> &W, Index begin, Index end, T *num, T *den) noexcept override;
  const char *no_descent() const noexcept override {
    return "the penalty of adaptive neighbors needs update=mu: coordinate descent has no step for "
           "it";
  }
  void keep() override;
  void restore(ExecutionContext &run) override;

  double weight() const noexcept { return weight_; }
  Index components() const noexcept { return components_; }  // of A_s

  // Y, the points among which adaptive neighbors are searched.
  Dense<double> coordinates(const Dense<T> &V, ExecutionContext &run) const;

 private:
  void set_laplacian(ExecutionContext &run);

  double weight_;
  Index components_ = 0;
  AdaptiveNeighbors neighbors_, kept_neighbors_;
  Laplacian<T> L_;           // of A_s
  Array<T> factor_;          // the weight, repeated along a row of V
  Tall<T> AV_, scratch_;     // n x k
  Dense<T> WW_, VAV_, VDV_;  // k x k
};

// A deep copy.
AdaptiveNeighbors copy_of(const AdaptiveNeighbors &neighbors);

}  // namespace manifact
