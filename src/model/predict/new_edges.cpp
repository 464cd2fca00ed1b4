#include "model/predict/new_edges.hpp"

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"

namespace manifact {

Neighbors new_neighbors(const TrainingData &training, const DataView<double> &X,
                        const Array<double> &own, ExecutionContext &run) {
  const bool given = !training.kernel_diagonal.empty();
  if (!(training.lambda > 0) || (!given && !training.compared)) return {};
  run.monitor.enter("graph", X.rows);
  return given ? kernel_neighbors(X, own, training.kernel_diagonal, false, training.neighbors, run)
               : nearest_neighbors(X, training.X.view(), training.neighbors, run);
}

double new_edge_weight(const TrainingData &training, const Neighbors &neighbors, Index i,
                       Index q) noexcept {
  const double scale =
      training.graph_weight == GraphWeight::local_scaling
          ? local_scale(neighbors, i) * training.local_scales[neighbors.index[i * neighbors.p + q]]
          : training.bandwidth * training.bandwidth;
  return edge_weight(training.graph_weight, neighbors.cosine[i * neighbors.p + q], scale);
}

}  // namespace manifact
