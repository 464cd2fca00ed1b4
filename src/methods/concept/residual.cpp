// How far the factors are from a stationary point, by the part of the halved gradients that could still move an entry:
//
//   P(g)_ic = g_ic where the entry is positive, min(g_ic, 0) where it is zero       |P(dV)| / |plus(dV)|,  |P(dW)| / |plus(dW)|
//
// each over the part of the gradient with a plus (V W'KW + D V diag(lambda_c), KW A), which makes it free of every scale. All KKT
// conditions hold where both are 0.
#include <algorithm>
#include <cmath>

#include "linalg/products.hpp"
#include "methods/concept/state.hpp"

namespace manifact {
namespace {

constexpr std::int64_t step = 1024;
constexpr double zero = 1e-12;  // of the largest entry of a factor

// |P(plus - minus)| / |plus|, sums in the order of blocks.
template <class T>
double share(const Dense<T> &factor, const Dense<T> &plus, const Dense<T> &minus, Run &run) {
  const std::int64_t n = factor.rows(), blocks = (n + step - 1) / step;
  Array<double> most(run.memory, blocks), moving(run.memory, blocks), all(run.memory, blocks);
  run.team.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin * factor.stride(); e < end * factor.stride(); ++e)
      most[begin / step] = std::fmax(most[begin / step], static_cast<double>(factor.data()[e]));
  });
  const double least = zero * *std::max_element(most.begin(), most.end());
  run.team.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin * factor.stride(); e < end * factor.stride(); ++e) {
      const double p = static_cast<double>(plus.data()[e]), g = p - static_cast<double>(minus.data()[e]);
      all[begin / step] += p * p;
      if (g < 0 || static_cast<double>(factor.data()[e]) > least) moving[begin / step] += g * g;
    }
  });
  double above = 0, below = 0;
  for (std::int64_t b = 0; b < blocks; ++b) {
    above += moving[b];
    below += all[b];
  }
  return below > 0 ? std::sqrt(above / below) : 0;
}

}  // namespace

template <class T>
double ConceptState<T>::kkt_residual(Run &run) const {
  const std::int64_t n = V.rows(), k = V.columns();
  Dense<T> plus(run.memory, n, k), minus = pull().copy();
  multiply(V, M, plus, run.team);
  if (!L.empty()) {
    const Array<double> lambdas = penalties(run);
    run.team.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i)
        for (std::int64_t c = 0; c < k; ++c) {
          plus(i, c) += static_cast<T>(lambdas[c]) * L.d[i] * V(i, c);
          minus(i, c) += static_cast<T>(lambdas[c]) * SV(i, c);
        }
    });
  }
  if (term) term->add(V, 0, n, minus.data(), plus.data());
  if (adaptive) adaptive->add_V(V, 0, n, minus.data(), plus.data());
  const double of_V = share(V, plus, minus, run);
  multiply(KW, metric_of_W(), plus, run.team);
  K->apply(V, minus, run);
  if (adaptive) adaptive->add_W(W, 0, n, minus.data(), plus.data());
  return std::fmax(of_V, share(W, plus, minus, run));
}

template double ConceptState<float>::kkt_residual(Run &) const;
template double ConceptState<double>::kkt_residual(Run &) const;

}  // namespace manifact
