// Sparse regression in terms of products, one response at a time:
//
//   min_c  sum_a w_a |c_a| + c'Gc / 2 - b'c,   and if `affine`  sum_a c_a = 1
//          G psd, w >= 0
//
// by exact steps along one variable, or along a pair that keeps the sum, always the one with the
// largest expected gain; and occasionally along all variables in use, to the minimum of the
// quadratic given by their signs. Variables are added one by one, so that G covers only the
// relevant ones.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

class Lasso {
 public:
  // Allocates for `most` variables; nothing is allocated afterwards.
  Lasso(Index most, bool affine, const std::shared_ptr<Memory> &memory);

  void clear() noexcept { count_ = 0; }
  Index size() const noexcept { return count_; }
  bool full() const noexcept { return count_ == most_; }

  // Adds a variable with value 0, or 1 if it is the first of an affine problem: its row of G with
  // the earlier variables and itself, b and w.
  void add(const double *products, double b, double weight) noexcept;

  // False if the optimality conditions are not within the tolerance, in the units of w, after this
  // many steps.
  bool solve(double tolerance, Index steps) noexcept;

  double c(Index a) const noexcept { return c_[a]; }
  // The multiplier of the sum: the derivative c'G - b along every variable in use, without w.
  double multiplier() const noexcept { return multiplier_; }
  double objective() const noexcept;

 private:
  struct Way {  // variables that increase and decrease; -1: none
    Index up, down;
  };
  double rising(Index a) const noexcept {
    return gradient_[a] + (c_[a] >= 0 ? weight_[a] : -weight_[a]);
  }
  double falling(Index a) const noexcept {
    return gradient_[a] + (c_[a] > 0 ? weight_[a] : -weight_[a]);
  }
  Way best_single(double tolerance) const noexcept;
  Way best_pair(double tolerance) noexcept;
  void step(Way way) noexcept;
  bool face_step() noexcept;
  void move(Index a, double by) noexcept;

  Index most_, count_ = 0;
  bool affine_;
  Array<double> G_, b_, weight_, c_, gradient_;
  // For the variables in use: their G, the direction of a step, and G^-1 1.
  Array<double> face_, along_, ones_;
  Array<std::int32_t> used_;
  double multiplier_ = 0;
};

}  // namespace manifact
