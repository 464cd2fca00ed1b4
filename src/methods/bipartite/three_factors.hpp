// X ~ V S'G', V n x k and G m x l both >= 0, S l x k: documents and features are clustered
// together. A document is x ~ (G S) v.
#pragma once

#include "methods/bipartite/start.hpp"
#include "methods/method.hpp"

namespace manifact {

template <class T>
class ThreeFactors : public Algorithm<T> {
 public:
  explicit ThreeFactors(const Problem<T> &problem)
      : problem_(problem), run_(problem.run), data_(problem.X, problem.run) {}

  void keep() override;
  void restore() override;
  void finish() override {}
  Factors<T> factors() override;

 protected:
  void start_factors(Start &start);
  virtual void factors_moved() = 0;  // recomputes all products

  // The factors of the start, to begin again. keep() saves them, too, for restore().
  void keep_start();
  void back_to_start();

  // |X - V S'G'|^2 = |X|^2 - 2 <R, S> + <(G'G) S, S (V'V)>, R = G'X'V
  double misfit(const Dense<T> &R) const;

  Problem<T> problem_;
  ExecutionContext &run_;
  Data<T> data_;
  Dense<T> V_, G_, S_;
  Dense<T> VtV_, GtG_;
  double lambda_ = 0;
  Array<double> strengths_;  // lambda of each column of V; empty: lambda_
  Findings findings_;

 private:
  struct Three {
    Dense<T> V, G, S;
    Three copy() const { return {V.copy(), G.copy(), S.copy()}; }
  };
  Three kept_, first_, kept_first_;
};

// A' of a small matrix.
template <class T>
Dense<T> transposed(const Dense<T> &A, ExecutionContext &run);

// A B of small matrices, all three padded.
template <class T>
Dense<T> product(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run);

// 1 / length of each column; 1 for a zero one.
template <class T>
Array<double> inverse_lengths(const Dense<T> &gram, ExecutionContext &run);

}  // namespace manifact
