#include "graph/components.hpp"

namespace manifact {
namespace {

// The root of i's tree, with the path halved on the way.
std::int32_t root(Array<std::int32_t> &parent, std::int32_t i) noexcept {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

void measure(Graph &graph, Run &run) {
  const Csr<double> &S = graph.S;
  graph.degree = Array<double>(run.memory, S.rows);
  graph.isolated = 0;
  graph.components = S.rows;
  Array<std::int32_t> parent(run.memory, S.rows);
  for (std::int64_t i = 0; i < S.rows; ++i) parent[i] = static_cast<std::int32_t>(i);
  for (std::int64_t i = 0; i < S.rows; ++i) {
    graph.isolated += S.indptr[i] == S.indptr[i + 1] ? 1 : 0;
    for (std::int64_t e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      graph.degree[i] += S.values[e];
      const std::int32_t a = root(parent, static_cast<std::int32_t>(i)), b = root(parent, S.indices[e]);
      if (a == b) continue;
      parent[a < b ? b : a] = a < b ? a : b;
      --graph.components;
    }
  }
}

}  // namespace manifact
