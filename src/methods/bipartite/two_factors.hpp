// X ~ V U', V n x k and U m x k, both >= 0, with the products that the updates and the objective
// share:
//
//   |X - V U'|^2 + lambda tr(V'L V)
//     = |X|^2 - 2 <V, X U> + <V'V, U'U> + lambda (<D V, V> - <V, S V>)
//
// X U is kept until U changes and X'V until V changes. An update then needs two passes over X, and
// <V, X U> = <U, X'V> needs none.
#pragma once

#include "graph/laplacian.hpp"
#include "methods/bipartite/start.hpp"
#include "methods/method.hpp"

namespace manifact {

template <class T>
class TwoFactors : public Algorithm<T> {
 public:
  explicit TwoFactors(const Problem<T> &problem);

  void start(Start start) override;
  double objective() const override;
  bool monotone() const override { return true; }
  void keep() override;
  void restore() override;
  void finish() override;  // scales the columns of U to unit length, and V inversely
  Factors<T> factors() override;

 protected:
  // Whether zero entries of the factors stay zero, as under multiplicative updates.
  virtual bool keeps_zeros() const { return true; }
  void V_moved();
  void U_moved();
  const Tall<T> &XU();    // recomputed if U has changed
  const Dense<T> &XtV();  // recomputed if V has changed
  void fit_scale();       // V <- s V with the best s for V U'
  void unit_basis();      // scales the columns of U to unit length, and V inversely

  Problem<T> problem_;
  ExecutionContext &run_;
  Data<T> data_;
  Laplacian<T> L_;
  double lambda_ = 0;  // 0: no graph term. L_ may be empty in a process without documents
  Tall<T> V_;
  Dense<T> U_, VtV_, UtU_;
  Tall<T> SV_;  // with a graph
  const char *rule_ = nullptr;

 private:
  double own_objective() const;

  Tall<T> XU_;
  Dense<T> XtV_;
  bool XU_fresh_ = false, XtV_fresh_ = false;
  bool had_singular_ = false;  // of several starts with start=svd, all after the first are random
  Array<double> readout_weights_, strengths_;
  Tall<T> kept_V_;
  Dense<T> kept_U_;
};

// The updates of NMF: multiplicative, and hierarchical alternating least squares. GNMF uses the
// multiplicative ones with its graph.
template <class T>
std::unique_ptr<Algorithm<T>> multiplicative_nmf(const Problem<T> &problem);
template <class T>
std::unique_ptr<Algorithm<T>> hals_nmf(const Problem<T> &problem);

}  // namespace manifact
