// The distance of the factors from a stationary point, from the part of the halved gradients that
// can still move an entry:
//
//   P(g)_ic = g_ic where the entry is positive, min(g_ic, 0) where it is zero
//   residual = max(|P(dV)| / |plus(dV)|, |P(dW)| / |plus(dW)|)
//
// plus() is the positive part of a gradient: V W'KW, KW A and the terms of the penalties. The
// quotients do not depend on the scale of the data or factors. Both are 0 if and only if the KKT
// conditions hold.
#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "methods/concept/state.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index residual_rows = 1024;    // rows per task
constexpr double relative_zero = 1e-12;  // of the largest entry of a factor

// |P(plus - minus)| / |plus|, summed in block order for any number of threads.
template <class T>
double projected_quotient(const Dense<T> &factor, const Dense<T> &plus, const Dense<T> &minus,
                          ExecutionContext &run) {
  const Index n = factor.rows(), blocks = (n + residual_rows - 1) / residual_rows;
  Array<double> largest(run.memory, blocks), projected(run.memory, blocks), all(run.memory, blocks);
  run.pool.blocks(n, residual_rows, [&](Index begin, Index end) {
    for (Index e = begin * factor.stride(); e < end * factor.stride(); ++e)
      largest[begin / residual_rows] =
          std::fmax(largest[begin / residual_rows], static_cast<double>(factor.data()[e]));
  });
  double most = 0;
  for (const double x : largest) most = std::fmax(most, x);
  const double bound = relative_zero * run.largest(most);
  run.pool.blocks(n, residual_rows, [&](Index begin, Index end) {
    for (Index e = begin * factor.stride(); e < end * factor.stride(); ++e) {
      const double p = static_cast<double>(plus.data()[e]),
                   g = p - static_cast<double>(minus.data()[e]);
      all[begin / residual_rows] += p * p;
      if (g < 0 || static_cast<double>(factor.data()[e]) > bound)
        projected[begin / residual_rows] += g * g;
    }
  });
  double numerator = 0, denominator = 0;
  for (Index b = 0; b < blocks; ++b) {
    numerator += projected[b];
    denominator += all[b];
  }
  numerator = run.total(numerator);
  denominator = run.total(denominator);
  return denominator > 0 ? std::sqrt(numerator / denominator) : 0;
}

}  // namespace

template <class T>
double ConceptState<T>::kkt_residual(ExecutionContext &run) const {
  const Index n = V.rows(), k = V.columns();
  Dense<T> plus(run.memory, n, k), minus = KW_of_shared_rows().copy();
  multiply(V, M, plus, run.pool);
  run.pool.blocks(n, residual_rows, [&](Index begin, Index end) {
    add_penalties_of_V(begin, end, minus.row(begin), plus.row(begin));
  });
  const double of_V = projected_quotient(V, plus, minus, run);
  multiply(KW, hessian_of_W(), plus, run.pool);
  K->apply(V, minus, run);
  run.pool.blocks(n, residual_rows, [&](Index begin, Index end) {
    add_penalties_of_W(begin, end, minus.row(begin), plus.row(begin));
  });
  return std::fmax(of_V, projected_quotient(W, plus, minus, run));
}

template double ConceptState<float>::kkt_residual(ExecutionContext &) const;
template double ConceptState<double>::kkt_residual(ExecutionContext &) const;

}  // namespace manifact
