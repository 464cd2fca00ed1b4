#include "graph/user_graph.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/build.hpp"
#include "graph/components.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

double joined_weight(GraphRule rule, Index i, Index j, double there, double back, double scale,
                     Averaged &averaged) {
  constexpr double rounding = 1e-6;             // relative, of values in single precision
  constexpr double rounding_of_sums = 0x1p-23;  // relative to the largest weights of both rows
  if (rule == GraphRule::either) return std::max(there, back);
  if (rule == GraphRule::mutual) return std::min(there, back);
  if (there == back) return there;
  const double difference = std::fabs(there - back);
  if (difference > rounding * std::max(there, back) && difference > rounding_of_sums * scale)
    fail(Status::structure,
         "S(%lld,%lld) = %s but S(%lld,%lld) = %s: a graph must be symmetric; replace it by "
         "(S + S') / 2, or by the larger of both weights if it is directed",
         static_cast<long long>(i), static_cast<long long>(j), print(there).c_str(),
         static_cast<long long>(j), static_cast<long long>(i), print(back).c_str());
  averaged.add(there, back);
  return there / 2 + back / 2;
}

void check_weights(const Matrix &S, const std::int32_t *ids) {
  for (Index i = 0; i < S.rows; ++i)
    S.each(i, [&](std::int32_t j, double value) {
      if (value < 0)
        fail(Status::value, "S(%lld,%d) = %g: the weights of a graph must not be negative",
             static_cast<long long>(ids != nullptr ? ids[i] : i), j, value);
    });
}

void check_degrees(const Graph &graph, const std::int32_t *ids) {
  for (Index i = 0; i < graph.S.rows; ++i)
    if (!std::isfinite(graph.degree[i]))
      fail(Status::value, "the sum of the weights in row %lld of S overflows a double",
           static_cast<long long>(ids != nullptr ? ids[i] : i));
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

// The largest weight of each row outside the diagonal: the errors of a product of rows in single
// precision are relative to it, also where the product is small.
Array<double> largest_weights(const Csr<double> &S, ExecutionContext &run) {
  Array<double> largest(run.memory, S.rows);
  for (Index i = 0; i < S.rows; ++i)
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e)
      if (S.indices[e] != i) largest[i] = std::max(largest[i], S.values[e]);
  return largest;
}

Index zeros_off_diagonal(const Csr<double> &S) noexcept {
  Index zeros = 0;
  for (Index i = 0; i < S.rows; ++i)
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e)
      zeros += S.values[e] == 0 && S.indices[e] != i ? 1 : 0;
  return zeros;
}

}  // namespace

Graph graph_from_matrix(const Matrix &matrix, GraphRule rule, ExecutionContext &run) {
  if (matrix.rows != matrix.columns)
    fail(Status::structure, "a graph must be square, not %lld x %lld",
         static_cast<long long>(matrix.rows), static_cast<long long>(matrix.columns));
  check_weights(matrix, nullptr);
  const Index n = matrix.rows;
  const Csr<double> S = sparse_copy(matrix, run.memory);
  const Csr<double> St = transpose(S.view(), run.memory);

  const Array<double> largest = largest_weights(S, run);
  Averaged averaged;
  const auto weight_of = [&](Index i, Index j, double there, double back) {
    if (i == j) return 0.0;
    const double scale = std::min(largest[i], largest[j]);
    return joined_weight(rule, i, j, there, back, scale, averaged);
  };
  Array<Index> indptr(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) {
    indptr[i + 1] = indptr[i];
    side_by_side(S, St, i, [&](Index j, double there, double back) {
      indptr[i + 1] += weight_of(i, j, there, back) > 0 ? 1 : 0;
    });
  }
  Graph graph;
  graph.averaged = averaged.pairs / 2;  // both triangles
  graph.asymmetry = averaged.difference;
  graph.stored_zeros = zeros_off_diagonal(S);
  graph.S = Csr<double>(run.memory, n, n, indptr[n]);
  graph.S.indptr = std::move(indptr);
  for (Index i = 0; i < n; ++i) {
    Index to = graph.S.indptr[i];
    side_by_side(S, St, i, [&](Index j, double there, double back) {
      const double weight = weight_of(i, j, there, back);
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
