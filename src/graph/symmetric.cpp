#include "graph/symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/components.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The same bits for (there, back) and (back, there).
double joined(Joining joining, double there, double back) noexcept {
  const double a = std::fabs(there), b = std::fabs(back);
  switch (joining) {
    case Joining::sum:
      return a + b;
    case Joining::mean:
      return (a + b) / 2;
    case Joining::largest:
      break;
  }
  return std::max(a, b);
}

// take(j, weight) for the edges of vertex i, ascending.
template <class Take>
void edges_of(const Csr<double> &A, const Csr<double> &At, Joining joining, Index i, Take &&take) {
  Index a = A.indptr[i], b = At.indptr[i];
  while (a < A.indptr[i + 1] || b < At.indptr[i + 1]) {
    const Index ja = a < A.indptr[i + 1] ? A.indices[a] : A.columns,
                jb = b < At.indptr[i + 1] ? At.indices[b] : A.columns;
    const Index j = std::min(ja, jb);
    const double weight = joined(joining, ja == j ? A.values[a] : 0, jb == j ? At.values[b] : 0);
    if (j != i && weight > 0) take(j, weight);
    a += ja == j ? 1 : 0;
    b += jb == j ? 1 : 0;
  }
}

}  // namespace

Graph symmetric_graph(const Csr<double> &A, Joining joining, ExecutionContext &run) {
  const Index n = A.rows;
  const Csr<double> At = transpose(A.view(), run.memory);
  Array<Index> indptr(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) {
    indptr[i + 1] = indptr[i];
    edges_of(A, At, joining, i, [&](Index, double) { ++indptr[i + 1]; });
  }
  Graph graph;
  graph.S = Csr<double>(run.memory, n, n, indptr[n]);
  graph.S.indptr = std::move(indptr);
  Index to = 0;
  for (Index i = 0; i < n; ++i)
    edges_of(A, At, joining, i, [&](Index j, double weight) {
      graph.S.indices[to] = static_cast<std::int32_t>(j);
      graph.S.values[to++] = weight;
    });
  measure(graph, run);
  return graph;
}

}  // namespace manifact
