#include "topics/nearness.hpp"

#include "graph/neighbors/euclidean/euclidean_neighbors.hpp"

namespace manifact {

namespace {

bool has_dense_rows(const Model &model) noexcept {
  const TrainingData &training = model.fitted().training;
  return model.kept().is_dense() && !training.weights.unit_rows() &&
         training.kernel.kind != KernelKind::precomputed;
}

}  // namespace

bool by_distance(const Model &model) noexcept {
  return has_dense_rows(model) && model.readout.geometry == Geometry::euclidean;
}

bool separated_by_distance(const Model &model) noexcept {
  return by_distance(model) || (has_dense_rows(model) && model.m < features_of_embeddings);
}

double nearness_of(const Model &model, Index document) noexcept {
  if (!by_distance(model)) return model.cosines[document];
  const std::int32_t c = model.labels[document];
  const DataView<double> X = model.kept().view();
  const DataRow<double> x = X.row(document);
  double sum = 0;
  for (Index j = 0; j < x.size(); ++j) {
    const double off = x[j] - model.centroids[j * model.k + c];
    sum -= off * off;
  }
  return sum;
}

std::vector<double> centroid_distances(const Model &model) {
  const Index k = model.k;
  std::vector<double> distances(static_cast<std::size_t>(k * k));
  for (Index j = 0; j < model.m; ++j) {
    const double *const means = model.centroids.data() + j * k;
    for (Index c = 0; c < k; ++c)
      for (Index d = 0; d < k; ++d)
        distances[static_cast<std::size_t>(c * k + d)] +=
            (means[c] - means[d]) * (means[c] - means[d]);
  }
  return distances;
}

}  // namespace manifact
