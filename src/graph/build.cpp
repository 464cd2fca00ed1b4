#include "graph/build.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graph/collective_graphs.hpp"
#include "graph/components.hpp"
#include "graph/laplacian.hpp"
#include "runtime/index.hpp"

namespace manifact {
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

}  // namespace manifact
