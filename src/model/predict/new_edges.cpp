#include "model/predict/new_edges.hpp"

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"

namespace manifact {

Neighbors new_neighbors(const TrainingData &training, const DataView<double> &X,
                        const Array<double> &own, ExecutionContext &run) {
  const bool precomputed = !training.kernel_diagonal.empty();
  if (!(training.lambda > 0) || (!precomputed && !training.compared)) return {};
  run.monitor.enter("graph", X.rows);
  if (precomputed)
    return kernel_neighbors(X, own, training.kernel_diagonal, false, training.neighbors, run);
  Neighbors found =
      nearest_neighbors(X, training.X.view(), training.neighbors, run, {.metric = training.metric});
  if (training.metric == Metric::euclidean && !training.local_scales.empty())
    found.least_scale = least_local_scale(training.local_scales, run);
  return found;
}

double new_edge_weight(const TrainingData &training, const Neighbors &neighbors, Index i,
                       Index q) noexcept {
  const double scale =
      training.graph_weight == GraphWeight::local_scaling
          ? local_scale(neighbors, i) * training.local_scales[neighbors.index[i * neighbors.p + q]]
          : training.bandwidth * training.bandwidth;
  return edge_weight(training.graph_weight, training.metric, neighbors.cosine[i * neighbors.p + q],
                     scale);
}

}  // namespace manifact
