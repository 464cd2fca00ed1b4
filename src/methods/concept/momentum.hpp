// Momentum of one factor F = W or V between the steps of any update rule (Ang, Gillis 2019,
// "Accelerating nonnegative matrix factorization algorithms using extrapolation"). F_t is the
// result of step t of the rule; the next step begins at
//
//   F_t + weight (F_t - F_{t-1}), entries bounded from below
//
// if the objective there is at most its value before the update, otherwise at F_t, so the objective
// never rises. The weight grows by a factor of 1.05 with each success, up to the largest that has
// not failed (which itself grows by 1.01), and falls to 2/3 with each failure.
#pragma once

#include <cmath>
#include <utility>

#include "linalg/dense/dense.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {

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

}  // namespace manifact
