#include "graph/user_graph.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/build.hpp"
#include "graph/components.hpp"
#include "runtime/index.hpp"

namespace manifact {

double joined_weight(GraphRule rule, Index i, Index j, double there, double back) {
  if (rule == GraphRule::either) return std::max(there, back);
  if (rule == GraphRule::mutual) return std::min(there, back);
  if (std::fabs(there - back) > 1e-12 * std::max(there, back))
    fail(Status::structure, "S(%lld,%lld) = %g but S(%lld,%lld) = %g: a graph must be symmetric",
         static_cast<long long>(i), static_cast<long long>(j), there, static_cast<long long>(j),
         static_cast<long long>(i), back);
  return i < j ? there : back;
}

void check_weights(const Matrix &S, const std::int32_t *names) {
  for (Index i = 0; i < S.rows; ++i)
    S.each(i, [&](std::int32_t j, double value) {
      if (value < 0)
        fail(Status::value, "S(%lld,%d) = %g: the weights of a graph must not be negative",
             static_cast<long long>(names != nullptr ? names[i] : i), j, value);
    });
}

void check_degrees(const Graph &graph, const std::int32_t *names) {
  for (Index i = 0; i < graph.S.rows; ++i)
    if (!std::isfinite(graph.degree[i]))
      fail(Status::value, "the sum of the weights in row %lld of S overflows a double",
           static_cast<long long>(names != nullptr ? names[i] : i));
}

namespace {

// A row of S together with the same row of its transpose: take(j, s_ij, s_ji) for each column in
// either.
template <class Take>
void side_by_side(const Csr<double> &S, const Csr<double> &St, Index i, Take &&take) {
  Index a = S.indptr[i], b = St.indptr[i];
  while (a < S.indptr[i + 1] || b < St.indptr[i + 1]) {
    const Index ja = a < S.indptr[i + 1] ? S.indices[a] : S.columns,
                jb = b < St.indptr[i + 1] ? St.indices[b] : S.columns;
    const Index j = std::min(ja, jb);
    take(j, ja == j ? S.values[a] : 0, jb == j ? St.values[b] : 0);
    a += ja == j ? 1 : 0;
    b += jb == j ? 1 : 0;
  }
}

}  // namespace

Graph graph_from_matrix(const Matrix &given, GraphRule rule, ExecutionContext &run) {
  if (given.rows != given.columns)
    fail(Status::structure, "a graph must be square, not %lld x %lld",
         static_cast<long long>(given.rows), static_cast<long long>(given.columns));
  check_weights(given, nullptr);
  const Index n = given.rows;
  const Csr<double> S = sparse_copy(given, run.memory);
  const Csr<double> St = transpose(S.view(), run.memory);

  Array<Index> indptr(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) {
    indptr[i + 1] = indptr[i];
    side_by_side(S, St, i, [&](Index j, double there, double back) {
      indptr[i + 1] += j != i && joined_weight(rule, i, j, there, back) > 0 ? 1 : 0;
    });
  }
  Graph graph;
  graph.S = Csr<double>(run.memory, n, n, indptr[n]);
  graph.S.indptr = std::move(indptr);
  for (Index i = 0; i < n; ++i) {
    Index to = graph.S.indptr[i];
    side_by_side(S, St, i, [&](Index j, double there, double back) {
      const double weight = j == i ? 0 : joined_weight(rule, i, j, there, back);
      if (!(weight > 0)) return;
      graph.S.indices[to] = static_cast<std::int32_t>(j);
      graph.S.values[to++] = weight;
    });
  }
  measure(graph, run);
  check_degrees(graph, nullptr);
  return graph;
}

}  // namespace manifact
