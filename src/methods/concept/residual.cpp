// How far the factors are from a stationary point, by the part of the halved gradients that could
// still move an entry:
//
//   P(g)_ic = g_ic where the entry is positive, min(g_ic, 0) where it is zero       |P(dV)| /
//   |plus(dV)|,  |P(dW)| / |plus(dW)|
//
// each over the part of the gradient with a plus (V W'KW + D V diag(lambda_c), KW A), which makes
// it free of every scale. All KKT conditions hold where both are 0.
#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "methods/concept/state.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index step = 1024;
constexpr double zero = 1e-12;  // of the largest entry of a factor

// |P(plus - minus)| / |plus|, sums in the order of blocks.
template <class T>
double share(const Dense<T> &factor, const Dense<T> &plus, const Dense<T> &minus,
             ExecutionContext &run) {
  const Index n = factor.rows(), blocks = (n + step - 1) / step;
  Array<double> most(run.memory, blocks), moving(run.memory, blocks), all(run.memory, blocks);
  run.pool.blocks(n, step, [&](Index begin, Index end) {
    for (Index e = begin * factor.stride(); e < end * factor.stride(); ++e)
      most[begin / step] = std::fmax(most[begin / step], static_cast<double>(factor.data()[e]));
  });
  const double least = zero * *std::max_element(most.begin(), most.end());
  run.pool.blocks(n, step, [&](Index begin, Index end) {
    for (Index e = begin * factor.stride(); e < end * factor.stride(); ++e) {
      const double p = static_cast<double>(plus.data()[e]),
                   g = p - static_cast<double>(minus.data()[e]);
      all[begin / step] += p * p;
      if (g < 0 || static_cast<double>(factor.data()[e]) > least) moving[begin / step] += g * g;
    }
  });
  double above = 0, below = 0;
  for (Index b = 0; b < blocks; ++b) {
    above += moving[b];
    below += all[b];
  }
  return below > 0 ? std::sqrt(above / below) : 0;
}

}  // namespace

template <class T>
double ConceptState<T>::kkt_residual(ExecutionContext &run) const {
  const Index n = V.rows(), k = V.columns();
  Dense<T> plus(run.memory, n, k), minus = KW_of_shared_rows().copy();
  multiply(V, M, plus, run.pool);
  run.pool.blocks(n, step, [&](Index begin, Index end) {
    add_penalties_of_V(begin, end, minus.row(begin), plus.row(begin));
  });
  const double of_V = share(V, plus, minus, run);
  multiply(KW, hessian_of_W(), plus, run.pool);
  K->apply(V, minus, run);
  run.pool.blocks(n, step, [&](Index begin, Index end) {
    add_penalties_of_W(begin, end, minus.row(begin), plus.row(begin));
  });
  return std::fmax(of_V, share(W, plus, minus, run));
}

template double ConceptState<float>::kkt_residual(ExecutionContext &) const;
template double ConceptState<double>::kkt_residual(ExecutionContext &) const;

}  // namespace manifact
