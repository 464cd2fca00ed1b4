#include "model/predict/neighbor_average.hpp"

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "runtime/index.hpp"

namespace manifact {

double new_edge_weight(const Assignment &a, const Neighbors &neighbors, Index i, Index q) noexcept {
  const double scale =
      a.graph_weight == GraphWeight::local_scaling
          ? local_scale(neighbors, i) * a.local_scales[neighbors.index[i * neighbors.p + q]]
          : a.bandwidth * a.bandwidth;
  return edge_weight(a.graph_weight, neighbors.cosine[i * neighbors.p + q], scale);
}

void average_neighbors(const Model &model, const Neighbors &neighbors,
                       double *memberships) noexcept {
  const Index k = model.k;
  for (Index i = 0; i < neighbors.n; ++i) {
    double sum = 0;
    for (Index q = 0; q < neighbors.count[i]; ++q) {
      const double s = new_edge_weight(model.assignment, neighbors, i, q);
      const double *const v = model.V.data() + neighbors.index[i * neighbors.p + q] * k;
      for (Index c = 0; c < k; ++c) memberships[i * k + c] += s * v[c];
      sum += s;
    }
    for (Index c = 0; c < k && sum > 0; ++c) memberships[i * k + c] /= sum;
  }
}

}  // namespace manifact
