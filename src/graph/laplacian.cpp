#include "graph/laplacian.hpp"

#include <cmath>

#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
Laplacian<T> laplacian_of(const Graph &graph, const Array<double> *g, ExecutionContext &run) {
  const Index n = graph.S.rows;
  Laplacian<T> L{Csr<T>(run.memory, n, n, graph.S.entries()), Array<T>(run.memory, n)};
  for (Index i = 0; i <= n; ++i) L.S.indptr[i] = graph.S.indptr[i];
  for (Index i = 0; i < n; ++i) {
    const auto weight = [&](Index j) { return g == nullptr || (*g)[j] <= 0 ? 1.0 : 1 / (*g)[j]; };
    L.d[i] = static_cast<T>(graph.degree[i] * weight(i) * weight(i));
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      const std::int32_t j = graph.S.indices[e];
      L.S.indices[e] = j;
      L.S.values[e] = static_cast<T>(graph.S.values[e] * weight(i) * weight(j));
    }
  }
  return L;
}

Csr<double> normalized_weights(const Graph &graph, ExecutionContext &run) {
  const Csr<double> &W = graph.S;
  Csr<double> N(run.memory, W.rows, W.columns, W.entries());
  Array<double> root(run.memory, W.rows);
  for (Index i = 0; i < W.rows; ++i)
    root[i] = graph.degree[i] > 0 ? 1 / std::sqrt(graph.degree[i]) : 0;
  for (Index i = 0; i < W.rows; ++i) {
    N.indptr[i + 1] = W.indptr[i + 1];
    for (Index e = W.indptr[i]; e < W.indptr[i + 1]; ++e) {
      N.indices[e] = W.indices[e];
      N.values[e] = W.values[e] * (root[i] * root[W.indices[e]]);
    }
  }
  return N;
}

template <class T>
void smooth(Dense<T> &Z, const Laplacian<T> &L, Index steps, ExecutionContext &run) {
  Dense<T> SZ(run.memory, Z.rows(), Z.columns());
  for (Index step = 0; step < steps; ++step) {
    run.monitor.report(step, steps);
    multiply(L.S.view(), Z, SZ, run.pool);
    run.pool.blocks(Z.rows(), 1024, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        if (!(L.d[i] > 0)) continue;
        const T half = T{1} / (2 * L.d[i]);
        for (Index c = 0; c < Z.columns(); ++c) Z(i, c) = Z(i, c) / 2 + half * SZ(i, c);
      }
    });
  }
}

double mean_degree(const Graph &graph) noexcept {
  double sum = 0;
  for (const double d : graph.degree) sum += d;
  return graph.degree.empty() ? 0 : sum / static_cast<double>(graph.degree.size());
}

template Laplacian<float> laplacian_of<float>(const Graph &, const Array<double> *,
                                              ExecutionContext &);
template Laplacian<double> laplacian_of<double>(const Graph &, const Array<double> *,
                                                ExecutionContext &);
template void smooth<float>(Dense<float> &, const Laplacian<float> &, Index, ExecutionContext &);
template void smooth<double>(Dense<double> &, const Laplacian<double> &, Index, ExecutionContext &);

}  // namespace manifact
