#include "graph/laplacian.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {

Array<double> with_ghosts(const Array<double> &own, const GhostRows *ghosts,
                          ExecutionContext &run) {
  if (ghosts == nullptr) return own.copy();
  Array<double> all(run.memory, own.size() + ghosts->count());
  std::copy(own.begin(), own.end(), all.begin());
  ghosts->fetch(own.data(), sizeof(double), all.data() + own.size());
  return all;
}

template <class T>
void multiply(CsrView<T> S, const GhostRows *ghosts, Array<T> &workspace, const Dense<T> &B,
              Dense<T> &out, ExecutionContext &run) {
  if (ghosts == nullptr) return multiply(S, B, out, run.pool);
  if (const Index size = ghosts->count() * B.stride(); workspace.size() != size) {
    workspace = {};
    workspace = Array<T>::uninitialized(run.memory, size);
  }
  ghosts->fetch(B.data(), B.stride() * static_cast<Index>(sizeof(T)), workspace.data());
  multiply(S, B, workspace.data(), out, run.pool);
}

template <class T>
void multiply(const Laplacian<T> &L, const Dense<T> &V, Dense<T> &out, ExecutionContext &run) {
  multiply(L.S.view(), L.ghosts.get(), L.workspace, V, out, run);
}

template <class T>
Laplacian<T> laplacian_of(const Graph &graph, const Array<double> *own_weights,
                          ExecutionContext &run) {
  const Index n = graph.S.rows;
  Laplacian<T> L{Csr<T>(run.memory, n, graph.S.columns, graph.S.entries()), Array<T>(run.memory, n),
                 graph.ghosts};
  const Array<double> weights =
      own_weights != nullptr ? with_ghosts(*own_weights, graph.ghosts.get(), run) : Array<double>();
  const Array<double> *const g = own_weights != nullptr ? &weights : nullptr;
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
  Array<double> root = with_ghosts(graph.degree, graph.ghosts.get(), run);
  for (double &x : root) x = x > 0 ? 1 / std::sqrt(x) : 0;
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
    multiply(L, Z, SZ, run);
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
  if (graph.ghosts) return graph.all_degrees / static_cast<double>(graph.all_vertices);
  double sum = 0;
  for (const double d : graph.degree) sum += d;
  return graph.degree.empty() ? 0 : sum / static_cast<double>(graph.degree.size());
}

template void multiply(const Laplacian<float> &, const Dense<float> &, Dense<float> &,
                       ExecutionContext &);
template void multiply(const Laplacian<double> &, const Dense<double> &, Dense<double> &,
                       ExecutionContext &);
template void multiply(CsrView<float>, const GhostRows *, Array<float> &, const Dense<float> &,
                       Dense<float> &, ExecutionContext &);
template void multiply(CsrView<double>, const GhostRows *, Array<double> &, const Dense<double> &,
                       Dense<double> &, ExecutionContext &);
template Laplacian<float> laplacian_of<float>(const Graph &, const Array<double> *,
                                              ExecutionContext &);
template Laplacian<double> laplacian_of<double>(const Graph &, const Array<double> *,
                                                ExecutionContext &);
template void smooth<float>(Dense<float> &, const Laplacian<float> &, Index, ExecutionContext &);
template void smooth<double>(Dense<double> &, const Laplacian<double> &, Index, ExecutionContext &);

}  // namespace manifact
