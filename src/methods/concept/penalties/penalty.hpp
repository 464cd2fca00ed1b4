// One penalty in the objective of a concept factorization,
//
//   |X' - X'W V'|^2 + sum of penalties                       over W, V >= 0
//
// as update rules need it. Gradients are halved and come in two parts, both >= 0: `num` takes the
// part with a minus, `den` the part with a plus, so that V <- V * num / den. A penalty carries the
// products that it needs, up to date with W and V. A new penalty is a file beside this one and an
// entry in the sum of the method that has it.
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

// sum_c lambda_c v_c'L v_c, of which coordinate descent moves one row of V after the other.
template <class T>
struct GraphForm {
  const Laplacian<T> *L = nullptr;           // null: the penalty is no such form
  const Array<double> *strengths = nullptr;  // k: lambda_c
};

template <class T>
class Penalty {
 public:
  virtual ~Penalty() = default;

  // Once, before the first start: the weights of the documents in K (ncw), empty where all are 1.
  virtual void set_weights(const Array<double> &, ExecutionContext &) {}
  // The penalty's own variables, to what a fit begins with.
  virtual void reset() {}

  // Call after W, after V was changed. M = W'KW.
  virtual void W_changed(const Dense<T> & /*W*/, const Dense<T> & /*M*/, ExecutionContext &) {}
  virtual void V_changed(const Dense<T> &V, ExecutionContext &run) = 0;
  // Call with W <- W diag(1/s), V <- V diag(s).
  virtual void rescale(const Array<double> &s, ExecutionContext &run) = 0;

  // sum += value, term by term.
  virtual void add_value(double &sum) const noexcept = 0;
  double value() const noexcept {
    double sum = 0;
    add_value(sum);
    return sum;
  }

  // The parts of the gradient of V, of W, for rows begin .. end-1; num and den begin with row
  // `begin`, of the stride of the factor. Calls with other rows may run at the same time.
  virtual void add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept = 0;
  virtual void add_W(const Dense<T> & /*W*/, Index /*begin*/, Index /*end*/, T * /*num*/,
                     T * /*den*/) noexcept {}
  // A += B, for the penalty's part tr(B W'KW) of the gradient of W: KW B, with B >= 0.
  virtual void add_hessian_of_W(Dense<T> & /*A*/) const noexcept {}

  // Why coordinate descent cannot minimize the penalty, a sentence; null: it can, by graph_form()
  // and add_hessian_of_W() alone.
  virtual const char *no_descent() const noexcept = 0;
  virtual GraphForm<T> graph_form() const noexcept { return {}; }

  // An update of the penalty's own variables, after that of V.
  virtual void update(const Dense<T> & /*V*/, ExecutionContext &) {}
  // Remember the present own variables; bring them back. W_changed and V_changed follow.
  virtual void keep() {}
  virtual void recall(ExecutionContext &) {}

  // What the model says of it.
  virtual void report(Factors<T> &) const {}
};

template <class T>
using Penalties = std::vector<std::unique_ptr<Penalty<T>>>;

// Those that there are: null has no part in the sum.
template <class T, class... P>
Penalties<T> sum_of(std::unique_ptr<P>... penalties) {
  Penalties<T> sum;
  ((penalties != nullptr ? sum.push_back(std::move(penalties)) : void()), ...);
  return sum;
}

}  // namespace manifact
