// One penalty in the objective of a concept factorization,
//
//   |X' - X'W V'|^2 + sum of penalties                       over W, V >= 0
//
// as update rules see it. Gradients are halved and come in two parts, both >= 0: `num` gets the
// negative part and `den` the positive part, so that V <- V * num / den. A penalty keeps the
// products that it needs up to date with W and V. To add a penalty, add a file to this folder and
// an entry to the sum of the method that uses it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "graph/laplacian.hpp"
#include "linalg/dense/dense.hpp"
#include "methods/method.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// sum_c lambda_c v_c'L v_c, which coordinate descent minimizes one row of V at a time.
template <class T>
struct GraphForm {
  const Laplacian<T> *L = nullptr;           // null: the penalty does not have this form
  const Array<double> *strengths = nullptr;  // k: lambda_c
};

template <class T>
class Penalty {
 public:
  virtual ~Penalty() = default;

  // Called once, before the first start, with the document weights in K (ncw); empty: all are 1.
  virtual void set_weights(const Array<double> &, ExecutionContext &) {}
  // Resets the penalty's variables for a new start.
  virtual void reset() {}

  // Called after W or V has changed. M = W'KW.
  virtual void W_changed(const Tall<T> & /*W*/, const Dense<T> & /*M*/, ExecutionContext &) {}
  virtual void V_changed(const Tall<T> &V, ExecutionContext &run) = 0;
  // Called with W <- W diag(1/s), V <- V diag(s).
  virtual void rescale(const Array<double> &s, ExecutionContext &run) = 0;

  // sum += value, term by term.
  virtual void add_value(double &sum) const noexcept = 0;
  double value() const noexcept {
    double sum = 0;
    add_value(sum);
    return sum;
  }

  // Add the parts of the gradient of V or W for rows begin .. end-1. num and den begin at row
  // `begin` and have the stride of the factor. Calls for other rows may run concurrently.
  virtual void add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept = 0;
  virtual void add_W(const Dense<T> & /*W*/, Index /*begin*/, Index /*end*/, T * /*num*/,
                     T * /*den*/) noexcept {}
  // A += B, where tr(B W'KW) is the penalty's part: its gradient in W is KW B, with B >= 0.
  virtual void add_hessian_of_W(Dense<T> & /*A*/) const noexcept {}

  // The reason, as a sentence, why coordinate descent cannot minimize the penalty; null if it can,
  // using only graph_form() and add_hessian_of_W().
  virtual const char *no_descent() const noexcept = 0;
  virtual GraphForm<T> graph_form() const noexcept { return {}; }

  // Updates the penalty's variables, after V.
  virtual void update(const Tall<T> & /*V*/, ExecutionContext &) {}
  // Save and restore the penalty's variables. W_changed and V_changed follow a restore.
  virtual void keep() {}
  virtual void restore(ExecutionContext &) {}

  // Adds what the model reports about the penalty.
  virtual void report(Factors<T> &) const {}
};

template <class T>
using Penalties = std::vector<std::unique_ptr<Penalty<T>>>;

// The penalties that are not null.
template <class T, class... P>
Penalties<T> sum_of(std::unique_ptr<P>... penalties) {
  Penalties<T> sum;
  ((penalties != nullptr ? sum.push_back(std::move(penalties)) : void()), ...);
  return sum;
}

}  // namespace manifact
