#include "methods/vote.hpp"

#include "graph/build.hpp"
#include "graph/neighbors.hpp"

namespace manifact {

double weight_of_edge(const Assignment &a, const Neighbors &neighbors, std::int64_t i, std::int64_t q) noexcept {
  const double scale = a.graph_weight == GraphWeight::local_scaling
                           ? local_scale(neighbors, i) * a.local_scales[neighbors.index[i * neighbors.p + q]]
                           : a.bandwidth * a.bandwidth;
  return edge_weight(a.graph_weight, neighbors.cosine[i * neighbors.p + q], scale);
}

void vote(const Model &model, const Neighbors &neighbors, double *memberships) noexcept {
  const std::int64_t k = model.k;
  for (std::int64_t i = 0; i < neighbors.n; ++i) {
    double sum = 0;
    for (std::int64_t q = 0; q < neighbors.count[i]; ++q) {
      const double s = weight_of_edge(model.assignment, neighbors, i, q);
      const double *const v = model.V.data() + neighbors.index[i * neighbors.p + q] * k;
      for (std::int64_t c = 0; c < k; ++c) memberships[i * k + c] += s * v[c];
      sum += s;
    }
    for (std::int64_t c = 0; c < k && sum > 0; ++c) memberships[i * k + c] /= sum;
  }
}

}  // namespace manifact
