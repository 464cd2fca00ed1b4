#include "graph/laplacian.hpp"

#include <cmath>

#include "linalg/products.hpp"

namespace manifact {

template <class T>
Laplacian<T> laplacian_of(const Graph &graph, const Array<double> *g, Run &run) {
  const std::int64_t n = graph.S.rows;
  Laplacian<T> L{Csr<T>(run.memory, n, n, graph.S.entries()), Array<T>(run.memory, n)};
  for (std::int64_t i = 0; i <= n; ++i) L.S.indptr[i] = graph.S.indptr[i];
  for (std::int64_t i = 0; i < n; ++i) {
    const auto weight = [&](std::int64_t j) { return g == nullptr || (*g)[j] <= 0 ? 1.0 : 1 / (*g)[j]; };
    L.d[i] = static_cast<T>(graph.degree[i] * weight(i) * weight(i));
    for (std::int64_t e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      const std::int32_t j = graph.S.indices[e];
      L.S.indices[e] = j;
      L.S.values[e] = static_cast<T>(graph.S.values[e] * weight(i) * weight(j));
    }
  }
  return L;
}

Csr<double> normalised_weights(const Graph &graph, Run &run) {
  const Csr<double> &W = graph.S;
  Csr<double> N(run.memory, W.rows, W.columns, W.entries());
  Array<double> root(run.memory, W.rows);
  for (std::int64_t i = 0; i < W.rows; ++i) root[i] = graph.degree[i] > 0 ? 1 / std::sqrt(graph.degree[i]) : 0;
  for (std::int64_t i = 0; i < W.rows; ++i) {
    N.indptr[i + 1] = W.indptr[i + 1];
    for (std::int64_t e = W.indptr[i]; e < W.indptr[i + 1]; ++e) {
      N.indices[e] = W.indices[e];
      N.values[e] = W.values[e] * (root[i] * root[W.indices[e]]);
    }
  }
  return N;
}

template <class T>
void smooth(Dense<T> &Z, const Laplacian<T> &L, std::int64_t steps, Run &run) {
  Dense<T> SZ(run.memory, Z.rows(), Z.columns());
  for (std::int64_t step = 0; step < steps; ++step) {
    run.monitor.report(step, steps);
    multiply(L.S.view(), Z, SZ, run.team);
    run.team.blocks(Z.rows(), 1024, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        if (!(L.d[i] > 0)) continue;
        const T half = T{1} / (2 * L.d[i]);
        for (std::int64_t c = 0; c < Z.columns(); ++c) Z(i, c) = Z(i, c) / 2 + half * SZ(i, c);
      }
    });
  }
}

double mean_degree(const Graph &graph) noexcept {
  double sum = 0;
  for (const double d : graph.degree) sum += d;
  return graph.degree.empty() ? 0 : sum / static_cast<double>(graph.degree.size());
}

template Laplacian<float> laplacian_of<float>(const Graph &, const Array<double> *, Run &);
template Laplacian<double> laplacian_of<double>(const Graph &, const Array<double> *, Run &);
template void smooth<float>(Dense<float> &, const Laplacian<float> &, std::int64_t, Run &);
template void smooth<double>(Dense<double> &, const Laplacian<double> &, std::int64_t, Run &);

}  // namespace manifact
