#include "graph/build.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graph/components.hpp"

namespace manifact {
namespace {

// Documents nearer than this are the same but for the scale and the rounding.
constexpr double repeated = 1e-6;

// Squared distance of unit rows.
double square_distance(double cosine) noexcept { return std::max(0.0, 2 * (1 - cosine)); }

struct Edge {
  std::int32_t to;
  double cosine;
};

// The rows of both triangles: who i chose, and who chose i. A pair that chose each other stands in a row twice.
struct Rows {
  Array<std::int64_t> begin;
  Array<Edge> edges;
};

Rows both_directions(const Neighbors &neighbors, Run &run) {
  const std::int64_t n = neighbors.n, p = neighbors.p;
  Rows rows{Array<std::int64_t>(run.memory, n + 1), {}};
  for (std::int64_t i = 0; i < n; ++i) {
    rows.begin[i + 1] += neighbors.count[i];
    for (std::int64_t q = 0; q < neighbors.count[i]; ++q) ++rows.begin[neighbors.index[i * p + q] + 1];
  }
  for (std::int64_t i = 0; i < n; ++i) rows.begin[i + 1] += rows.begin[i];
  rows.edges = Array<Edge>(run.memory, rows.begin[n]);
  Array<std::int64_t> next = rows.begin.copy();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t q = 0; q < neighbors.count[i]; ++q) {
      const std::int32_t j = neighbors.index[i * p + q];
      const double cosine = neighbors.cosine[i * p + q];
      rows.edges[next[i]++] = {j, cosine};
      rows.edges[next[j]++] = {static_cast<std::int32_t>(i), cosine};
    }
  run.team.blocks(n, 4096, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      std::sort(rows.edges.begin() + rows.begin[i], rows.edges.begin() + rows.begin[i + 1],
                [](const Edge &a, const Edge &b) { return a.to < b.to; });
  });
  return rows;
}

// Each edge once in its row: all of them, or those that stand twice. The values are cosines.
Csr<double> symmetric(const Rows &rows, GraphRule rule, Run &run) {
  const std::int64_t n = rows.begin.size() - 1;
  const auto walk = [&](std::int64_t i, auto &&take) {
    for (std::int64_t e = rows.begin[i]; e < rows.begin[i + 1];) {
      const bool twice = e + 1 < rows.begin[i + 1] && rows.edges[e + 1].to == rows.edges[e].to;
      if (twice || rule == GraphRule::either) take(rows.edges[e]);
      e += twice ? 2 : 1;
    }
  };
  Array<std::int64_t> indptr(run.memory, n + 1);
  for (std::int64_t i = 0; i < n; ++i) {
    indptr[i + 1] = indptr[i];
    walk(i, [&](const Edge &) { ++indptr[i + 1]; });
  }
  Csr<double> S(run.memory, n, n, indptr[n]);
  S.indptr = std::move(indptr);
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t to = S.indptr[i];
    walk(i, [&](const Edge &edge) {
      S.indices[to] = edge.to;
      S.values[to++] = edge.cosine;
    });
  }
  return S;
}

double mean_distance(const Csr<double> &S) {
  double sum = 0;
  for (const double cosine : S.values) sum += std::sqrt(square_distance(cosine));
  const double mean = S.values.empty() ? 0 : sum / static_cast<double>(S.values.size());
  return mean > 0 ? mean : 1;  // all edges join equal documents: any b gives weight 1
}

}  // namespace

double local_scale(const Neighbors &neighbors, std::int64_t i) noexcept {
  const std::int64_t count = neighbors.count[i];
  const double *cosine = neighbors.cosine.data() + i * neighbors.p;
  if (count == 0) return 1;
  const double seventh = std::sqrt(square_distance(cosine[std::min<std::int64_t>(7, count) - 1]));
  if (seventh >= repeated) return seventh;
  for (std::int64_t q = 0; q < count; ++q)  // nearest first
    if (const double distance = std::sqrt(square_distance(cosine[q])); distance >= repeated) return distance;
  return 1;
}

double edge_weight(GraphWeight weight, double cosine, double scale) noexcept {
  const auto decay = [](double exponent) { return std::max(std::exp(-exponent), std::numeric_limits<double>::min()); };
  const double square = square_distance(cosine);
  switch (weight) {
    case GraphWeight::binary: return 1;
    case GraphWeight::heat: return square > 0 ? decay(square / (2 * scale)) : 1;
    case GraphWeight::local_scaling: return square > 0 ? decay(square / scale) : 1;
    case GraphWeight::cosine: break;
  }
  return cosine;
}

Graph build_graph(const Neighbors &neighbors, GraphWeight weight, GraphRule rule, double bandwidth, Run &run) {
  Graph graph;
  graph.S = symmetric(both_directions(neighbors, run), rule, run);
  graph.search = neighbors.search;
  if (weight == GraphWeight::heat) graph.bandwidth = bandwidth > 0 ? bandwidth : mean_distance(graph.S);
  if (weight == GraphWeight::local_scaling) {
    graph.local_scales = Array<double>(run.memory, neighbors.n);
    for (std::int64_t i = 0; i < neighbors.n; ++i) graph.local_scales[i] = local_scale(neighbors, i);
  }
  for (std::int64_t i = 0; i < graph.S.rows; ++i)
    for (std::int64_t e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      const double scale = weight == GraphWeight::local_scaling ? graph.local_scales[i] * graph.local_scales[graph.S.indices[e]]
                                                                : graph.bandwidth * graph.bandwidth;
      graph.S.values[e] = edge_weight(weight, graph.S.values[e], scale);
    }
  measure(graph, run);
  return graph;
}

}  // namespace manifact
