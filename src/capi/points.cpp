// The features and places of points.
#include <algorithm>
#include <memory>

#include "capi/features_of_model.hpp"
#include "capi/model_views.hpp"
#include "topics/scatter.hpp"

using namespace manifact;

namespace {

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
