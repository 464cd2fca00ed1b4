#include "graph/build.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "graph/collective_graphs.hpp"
#include "graph/components.hpp"
#include "graph/laplacian.hpp"
#include "graph/row_hash.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {
namespace {

// The same bits for (there, back) and (back, there).
double combined(Joining joining, double there, double back) noexcept {
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
    const double weight = combined(joining, ja == j ? A.values[a] : 0, jb == j ? At.values[b] : 0);
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

namespace {

// Documents closer than this are considered equal up to scale and rounding.
constexpr double repeated = 1e-6;

// Squared distance of unit rows.
double square_distance(Metric metric, double cosine) noexcept {
  return metric == Metric::euclidean ? -cosine : std::max(0.0, 2 * (1 - cosine));
}

struct Edge {
  std::int32_t to;
  double cosine;
};

// The rows of both triangles: the neighbors of i, and the documents that have i as a neighbor. A
// mutual pair occurs twice in a row.
struct Rows {
  Array<Index> begin;
  Array<Edge> edges;
};

Rows both_directions(const Neighbors &neighbors, ExecutionContext &run) {
  const Index n = neighbors.n, p = neighbors.p;
  Rows rows{Array<Index>(run.memory, n + 1), {}};
  for (Index i = 0; i < n; ++i) {
    rows.begin[i + 1] += neighbors.count[i];
    for (Index q = 0; q < neighbors.count[i]; ++q) ++rows.begin[neighbors.index[i * p + q] + 1];
  }
  for (Index i = 0; i < n; ++i) rows.begin[i + 1] += rows.begin[i];
  rows.edges = Array<Edge>(run.memory, rows.begin[n]);
  Array<Index> next = rows.begin.copy();
  for (Index i = 0; i < n; ++i)
    for (Index q = 0; q < neighbors.count[i]; ++q) {
      const std::int32_t j = neighbors.index[i * p + q];
      const double cosine = neighbors.cosine[i * p + q];
      rows.edges[next[i]++] = {j, cosine};
      rows.edges[next[j]++] = {static_cast<std::int32_t>(i), cosine};
    }
  run.pool.blocks(n, 4096, [&](Index first, Index last) {
    for (Index i = first; i < last; ++i)
      std::sort(rows.edges.begin() + rows.begin[i], rows.edges.begin() + rows.begin[i + 1],
                [](const Edge &a, const Edge &b) { return a.to < b.to; });
  });
  return rows;
}

// Each edge once in its row: all edges, or only the mutual ones. The values are cosines.
Csr<double> symmetric(const Rows &rows, GraphRule rule, ExecutionContext &run) {
  const Index n = rows.begin.size() - 1;
  const auto walk = [&](Index i, auto &&take) {
    for (Index e = rows.begin[i]; e < rows.begin[i + 1];) {
      const bool twice = e + 1 < rows.begin[i + 1] && rows.edges[e + 1].to == rows.edges[e].to;
      if (twice || rule == GraphRule::either) take(rows.edges[e]);
      e += twice ? 2 : 1;
    }
  };
  Array<Index> indptr(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) {
    indptr[i + 1] = indptr[i];
    walk(i, [&](const Edge &) { ++indptr[i + 1]; });
  }
  Csr<double> S(run.memory, n, n, indptr[n]);
  S.indptr = std::move(indptr);
  for (Index i = 0; i < n; ++i) {
    Index to = S.indptr[i];
    walk(i, [&](const Edge &edge) {
      S.indices[to] = edge.to;
      S.values[to++] = edge.cosine;
    });
  }
  return S;
}

double mean_distance(const Csr<double> &S, Metric metric, ExecutionContext &run) {
  double sum = 0;
  for (const double cosine : S.values) sum += std::sqrt(square_distance(metric, cosine));
  sum = run.total(sum);
  const Index edges = run.total(S.values.size());
  const double mean = edges == 0 ? 0 : sum / static_cast<double>(edges);
  return mean > 0 ? mean : 1;  // all edges connect equal documents: any b gives weight 1
}

}  // namespace

double local_scale(const Neighbors &neighbors, Index i) noexcept {
  const Index count = neighbors.count[i];
  const double *cosine = neighbors.cosine.data() + i * neighbors.p;
  if (neighbors.metric == Metric::euclidean)
    return count == 0
               ? neighbors.least_scale
               : std::max(neighbors.least_scale, std::sqrt(-cosine[std::min<Index>(7, count) - 1]));
  if (count == 0) return 1;
  const double seventh =
      std::sqrt(square_distance(Metric::cosine, cosine[std::min<Index>(7, count) - 1]));
  if (seventh >= repeated) return seventh;
  for (Index q = 0; q < count; ++q)  // nearest first
    if (const double distance = std::sqrt(square_distance(Metric::cosine, cosine[q]));
        distance >= repeated)
      return distance;
  return 1;
}

double least_local_scale(const Array<double> &scales, ExecutionContext &run) {
  constexpr double of_median = 0.05;
  Array<double> positive(run.memory, scales.size());
  const auto end =
      std::copy_if(scales.begin(), scales.end(), positive.begin(), [](double b) { return b > 0; });
  if (end == positive.begin()) return 1;
  const auto middle = positive.begin() + (end - positive.begin()) / 2;
  std::nth_element(positive.begin(), middle, end);
  return of_median * *middle;
}

double edge_weight(GraphWeight weight, Metric metric, double cosine, double scale) noexcept {
  const auto decay = [](double exponent) {
    return std::max(std::exp(-exponent), std::numeric_limits<double>::min());
  };
  const double square = square_distance(metric, cosine);
  switch (weight) {
    case GraphWeight::binary:
      return 1;
    case GraphWeight::heat:
      return square > 0 ? decay(square / (2 * scale)) : 1;
    case GraphWeight::local_scaling:
      return square > 0 ? decay(square / scale) : 1;
    case GraphWeight::cosine:
      break;
  }
  return cosine;
}

Graph build_graph(const Neighbors &neighbors, GraphWeight weight, GraphRule rule, double bandwidth,
                  ExecutionContext &run) {
  Graph graph;
  graph.metric = neighbors.metric;
  const CollectiveGraphs *const graphs = run.collective->graphs();
  if (graphs != nullptr) {
    graph = graphs->graph(neighbors, rule, run);
  } else {
    graph.S = symmetric(both_directions(neighbors, run), rule, run);
    graph.search = neighbors.search;
  }
  if (weight == GraphWeight::heat)
    graph.bandwidth = bandwidth > 0 ? bandwidth : mean_distance(graph.S, neighbors.metric, run);
  Array<double> scales;
  if (weight == GraphWeight::local_scaling) {
    graph.local_scales = Array<double>(run.memory, neighbors.n);
    for (Index i = 0; i < neighbors.n; ++i) graph.local_scales[i] = local_scale(neighbors, i);
    if (neighbors.metric == Metric::euclidean) {
      const double least = least_local_scale(graph.local_scales, run);
      for (double &b : graph.local_scales) b = std::max(b, least);
    }
    scales = with_ghosts(graph.local_scales, graph.ghosts.get(), run);
  }
  for (Index i = 0; i < graph.S.rows; ++i)
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      const double scale = weight == GraphWeight::local_scaling
                               ? scales[i] * scales[graph.S.indices[e]]
                               : graph.bandwidth * graph.bandwidth;
      graph.S.values[e] = edge_weight(weight, neighbors.metric, graph.S.values[e], scale);
    }
  graphs != nullptr ? graphs->measure(graph, run) : measure(graph, run);
  return graph;
}

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

namespace {

// Equal rows: by hash, then value by value. A stored zero is treated as absent.

template <class T>
std::uint64_t hash_row(const DataRow<T> &x) noexcept {
  std::uint64_t hash = 0;  // a sum, so that no value waits for the one before
  for (Index e = 0; e < x.size(); ++e) {
    const auto value = static_cast<double>(x[e]);
    if (value == 0) continue;
    const std::uint64_t place = static_cast<std::uint64_t>(x.column(e)) + 1;
    hash += mix(std::bit_cast<std::uint64_t>(value) ^ 0x9e3779b97f4a7c15ULL * place);
  }
  return hash;
}

template <class T>
bool equal_rows(const DataRow<T> &x, const DataRow<T> &y) noexcept {
  for (Index a = 0, b = 0;; ++a, ++b) {
    while (a < x.size() && x[a] == 0) ++a;
    while (b < y.size() && y[b] == 0) ++b;
    if (a == x.size() || b == y.size()) return a == x.size() && b == y.size();
    if (x.column(a) != y.column(b) || x[a] != y[b]) return false;
  }
}

}  // namespace

template <class T>
Array<std::int32_t> first_occurrences(const DataView<T> &X, ExecutionContext &run,
                                      bool zeros_are_points) {
  const Index n = X.rows;
  Array<std::int32_t> first(run.memory, n);
  Array<std::uint64_t> hash(run.memory, n);
  run.pool.blocks(n, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) hash[i] = hash_row(X.row(i));
  });
  // A hash table of the first rows with open addressing, at most half full.
  const std::uint64_t mask = std::bit_ceil(2 * static_cast<std::uint64_t>(n) + 1) - 1;
  Array<std::int32_t> table(run.memory, static_cast<Index>(mask) + 1);
  std::fill(table.begin(), table.end(), -1);
  for (Index i = 0; i < n; ++i) {
    first[i] = static_cast<std::int32_t>(i);
    if (!zeros_are_points && is_zero(X.row(i))) continue;
    auto slot = static_cast<Index>(hash[i] & mask);
    while (table[slot] >= 0 &&
           !(hash[table[slot]] == hash[i] && equal_rows(X.row(table[slot]), X.row(i))))
      slot = static_cast<Index>(static_cast<std::uint64_t>(slot + 1) & mask);
    if (table[slot] < 0) table[slot] = static_cast<std::int32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

template <class T>
Array<std::int32_t> canonical_order(const DataView<T> &X, ExecutionContext &run) {
  Array<std::uint64_t> hash(run.memory, X.rows);
  run.pool.blocks(X.rows, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) hash[i] = hash_columns(X.row(i));
  });
  Array<std::int32_t> order(run.memory, X.rows);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    if (hash[i] != hash[j]) return hash[i] < hash[j];
    const int order_of_values = compare_values(X.row(i), X.row(j));
    return order_of_values != 0 ? order_of_values < 0 : i < j;
  });
  return order;
}

template <class T>
Index count_duplicates(const DataView<T> &X, ExecutionContext &run) {
  if (const CollectiveGraphs *const graphs = run.collective->graphs())
    return graphs->duplicates(X, run);
  const Array<std::int32_t> first = first_occurrences(X, run);
  Index count = 0;
  for (Index i = 0; i < X.rows; ++i) count += first[i] != i;
  return count;
}

template Array<std::int32_t> first_occurrences(const DataView<float> &, ExecutionContext &, bool);
template Array<std::int32_t> first_occurrences(const DataView<double> &, ExecutionContext &, bool);
template Array<std::int32_t> canonical_order(const DataView<float> &, ExecutionContext &);
template Array<std::int32_t> canonical_order(const DataView<double> &, ExecutionContext &);
template Index count_duplicates(const DataView<float> &, ExecutionContext &);
template Index count_duplicates(const DataView<double> &, ExecutionContext &);

}  // namespace manifact
