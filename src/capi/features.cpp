// Clusters of features: co-clustering.
#include <algorithm>
#include <memory>
#include <vector>

#include "capi/features_of_model.hpp"
#include "capi/model.hpp"
#include "topics/points.hpp"
#include "topics/positions.hpp"
#include "topics/scores.hpp"

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

namespace {

// The features and places of points.

void check_length(const char *name, int64_t length, Index expected) {
  if (length != expected)
    fail(Status::length, "%s is %lld, but the model has %lld", name, number(length),
         number(expected));
}

void give_all(const std::vector<double> &values, double *out) {
  if (out != nullptr) std::copy(values.begin(), values.end(), out);
}

}  // namespace

int manifact_model_point_features(manifact_context *context, const manifact_model *model,
                                  const manifact_matrix *X, double *means, double *scores,
                                  double *overall, int64_t n_features, int64_t n_clusters) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    const Model &m = *model->model;
    check_length("n_features", n_features, m.m);
    check_length("n_clusters", n_clusters, m.k);
    check_factor(m, m.m, 2 * m.k + 2);
    const std::shared_ptr<const Matrix> documents = documents_again(m, X, run);
    const PointRows rows(m, documents.get(), run);
    const PointFeatures found = point_features(m, rows.unscaled(), run);
    give_all(found.means, means);
    give_all(found.scores, scores);
    for (std::size_t j = 0; j < found.mean.size() && overall != nullptr; ++j) {
      overall[2 * j] = found.mean[j];
      overall[2 * j + 1] = found.deviation[j];
    }
    return MANIFACT_OK;
  });
}

int manifact_model_scatter(manifact_context *context, const manifact_model *model,
                           const manifact_matrix *X, double *places, double *distances,
                           int64_t n_documents, double *axes, double *shares, int64_t n_features) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    const Model &m = *model->model;
    check_length("n_documents", n_documents, m.n);
    check_length("n_features", n_features, m.m);
    const std::shared_ptr<const Matrix> documents = documents_again(m, X, run);
    const PointRows rows(m, documents.get(), run);
    if (distances != nullptr) give_all(center_distances(m, rows.fitted(), run), distances);
    if (places == nullptr && axes == nullptr && shares == nullptr) return MANIFACT_OK;
    const Scatter found = scatter(rows, run);
    give_all(found.positions, places);
    give_all(found.axes, axes);
    if (shares != nullptr) std::copy(found.shares.begin(), found.shares.end(), shares);
    return MANIFACT_OK;
  });
}

int manifact_model_positions(manifact_context *context, const manifact_model *model,
                             const manifact_matrix *X, double *positions, int64_t n_documents,
                             double *quality) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require(positions, "positions");
    const Model &m = *model->model;
    check_length("n_documents", n_documents, m.n);
    const std::shared_ptr<const Matrix> documents = documents_again(m, X, run);
    const Positions found = positions_of(m, documents.get(), run);
    for (std::size_t i = 0; i < found.documents.size(); ++i) {
      positions[2 * i] = found.documents[i].x;
      positions[2 * i + 1] = found.documents[i].y;
    }
    if (quality != nullptr) {
      quality[0] = found.quality.trustworthiness;
      quality[1] = found.quality.continuity;
    }
    return MANIFACT_OK;
  });
}
