// Clusters of features: co-clustering.
#include <algorithm>
#include <vector>

#include "capi/model_views.hpp"
#include "model/blocks.hpp"

using namespace manifact;

int64_t manifact_model_feature_clusters(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->features.l : -1;
}

const int32_t *manifact_model_feature_labels(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->features.labels) : nullptr;
}

const int64_t *manifact_model_feature_sizes(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->features.sizes) : nullptr;
}

const double *manifact_model_feature_memberships(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->features.memberships) : nullptr;
}

const double *manifact_model_core(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->features.core) : nullptr;
}

int manifact_model_blocks(const manifact_model *model, int measure, double *values,
                          int64_t n_clusters, int64_t n_feature_clusters) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (values == nullptr) return MANIFACT_ERROR_NULL;
  const Model &m = *model->model;
  if (m.features.l == 0 || measure < MANIFACT_BLOCK_MASS || measure > MANIFACT_BLOCK_LIFT)
    return MANIFACT_ERROR_ARGUMENT;
  if (n_clusters != m.k || n_feature_clusters != m.features.l) return MANIFACT_ERROR_LENGTH;
  Message message;
  return guard(message, [&] {
    const std::vector<double> all =
        block_values(m, static_cast<Block>(measure - MANIFACT_BLOCK_MASS));
    std::copy(all.begin(), all.end(), values);
    return MANIFACT_OK;
  });
}

int manifact_model_feature_cluster_features(const manifact_model *model, int64_t feature_cluster,
                                            int64_t count, int64_t *features, double *memberships,
                                            int64_t *found) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (features == nullptr || found == nullptr) return MANIFACT_ERROR_NULL;
  const Model &m = *model->model;
  if (feature_cluster < 0 || feature_cluster >= m.features.l || count < 0)
    return MANIFACT_ERROR_ARGUMENT;
  Message message;
  return guard(message, [&] {
    std::vector<int64_t> candidates;
    for (int64_t j = 0; j < m.m; ++j)
      if (m.features.labels[j] == feature_cluster) candidates.push_back(j);
    const auto membership = [&](int64_t j) {
      return m.features.memberships[j * m.features.l + feature_cluster];
    };
    return give_best(std::move(candidates), count, membership, features, memberships, found);
  });
}
