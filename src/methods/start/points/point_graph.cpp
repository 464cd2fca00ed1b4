#include "methods/start/points/point_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/components.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"

namespace manifact {
namespace {

constexpr Index fewest = 5, most = 10, scale_neighbor = 7, core_neighbor = 5;
constexpr double least_scale = 0.05;

Array<double> scales_of(const Array<NearPoint> &near, Index q, ExecutionContext &run) {
  const Index n = near.size() / q, at = std::min(scale_neighbor, q) - 1;
  Array<double> scale(run.memory, n);
  for (Index i = 0; i < n; ++i) scale[i] = std::sqrt(near[i * q + at].distance);
  Array<double> sorted = scale.copy();
  double *const middle = sorted.begin() + n / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  for (double &s : scale) s = std::max({s, least_scale * *middle, 1e-150});
  return scale;
}

// Both directions of the edges of the lists, then those of the tree that joins the components:
// without these the eigenvectors of components would be arbitrary combinations.
Csr<double> edges_of(const Array<NearPoint> &near, Index q, const Array<TreeEdge> &tree,
                     ExecutionContext &run) {
  const Index n = near.size() / q;
  Array<Index> count(run.memory, n), place(run.memory, n + 1);
  const auto each = [&](auto &&take) {
    for (Index i = 0; i < n; ++i)
      for (Index h = 0; h < q; ++h)
        take(static_cast<std::int32_t>(i), near[i * q + h].index, near[i * q + h].distance);
    for (const TreeEdge &edge : tree) take(edge.a, edge.b, edge.length);
  };
  each([&](std::int32_t i, std::int32_t j, double) { ++count[i], ++count[j]; });
  for (Index i = 0; i < n; ++i) place[i + 1] = place[i] + count[i];
  Array<NearPoint> all(run.memory, place[n]);
  for (Index &c : count) c = 0;
  each([&](std::int32_t i, std::int32_t j, double d) {
    all[place[i] + count[i]++] = {d, j};
    all[place[j] + count[j]++] = {d, i};
  });
  Array<NearPoint *> rows(run.memory, n);
  run.pool.blocks(n, 256, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      NearPoint *const row = rows[i] = all.data() + place[i];
      const auto by_index = [](const NearPoint &a, const NearPoint &b) {
        return a.index < b.index;
      };
      std::sort(row, row + count[i], by_index);
      count[i] =
          std::unique(row, row + count[i],
                      [](const NearPoint &a, const NearPoint &b) { return a.index == b.index; }) -
          row;
    }
  });
  return packed_rows(rows, count, run);
}

// A graph of nearest neighbors is connected within clusters from about ln n neighbors on; of few
// points, more reach the next cluster.
Index neighbors_of(Index n) noexcept {
  const double wanted = 1.5 * std::log(static_cast<double>(n));
  return std::min(n - 1, std::clamp(static_cast<Index>(std::lround(wanted)), fewest, most));
}

}  // namespace

PointGraph point_graph(const PointView &Y, ExecutionContext &run, bool trees) {
  const Index n = Y.rows(), q = neighbors_of(n);
  const Array<NearPoint> near = nearest_points(Y, q, run);
  run.monitor.check();
  Array<double> core(run.memory, n);
  for (Index i = 0; i < n; ++i) core[i] = near[i * q + std::min(core_neighbor, q) - 1].distance;
  PointGraph made;
  if (trees) made.trees = spanning_trees(Y, core, run);
  const Array<double> scale = scales_of(near, q, run);
  Graph &graph = made.graph;
  graph.S = edges_of(near, q, made.trees.distance, run);
  for (Index i = 0; i < n; ++i)
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      double &w = graph.S.values[e];
      w = std::max(std::exp(-w / (scale[i] * scale[graph.S.indices[e]])),
                   std::numeric_limits<double>::min());
    }
  measure(graph, run);
  return made;
}

}  // namespace manifact
