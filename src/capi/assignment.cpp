// How far documents belong to clusters: proportions, margins, the map, and new documents.
#include <cmath>
#include <vector>

#include "capi/features_of_model.hpp"
#include "capi/model.hpp"
#include "model/predict/assign.hpp"
#include "model/proportions.hpp"
#include "topics/map.hpp"

using namespace manifact;

namespace {

void check_rows(const manifact_matrix *X, int64_t n_rows) {
  if (n_rows != X->matrix->rows)
    fail(Status::length, "n_rows is %lld, but X has %lld rows", static_cast<long long>(n_rows),
         static_cast<long long>(X->matrix->rows));
}

}  // namespace

int manifact_model_proportions(const manifact_model *model, double *proportions, int64_t length) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (proportions == nullptr) return MANIFACT_ERROR_NULL;
  const Model *const m = model->model.get();
  if (length != m->n * m->k) return MANIFACT_ERROR_LENGTH;
  Message message;
  return guard(message, [&] {
    membership_proportions(*m, 0, m->n, proportions);
    return MANIFACT_OK;
  });
}

int manifact_model_proportions_of(const manifact_model *model, int64_t first, int64_t count,
                                  double *proportions) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (proportions == nullptr) return MANIFACT_ERROR_NULL;
  const Model *const m = model->model.get();
  if (first < 0 || count < 0 || first > m->n || count > m->n - first) return MANIFACT_ERROR_LENGTH;
  Message message;
  return guard(message, [&] {
    membership_proportions(*m, first, count, proportions);
    return MANIFACT_OK;
  });
}

int manifact_model_margins(const manifact_model *model, double *margins, int64_t n_documents) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (margins == nullptr) return MANIFACT_ERROR_NULL;
  const Model *const m = model->model.get();
  if (n_documents != m->n) return MANIFACT_ERROR_LENGTH;
  Message message;
  return guard(message, [&] {
    const Proportions proportions(m->readout, m->k);
    std::vector<double> row(static_cast<std::size_t>(m->k));
    for (int64_t i = 0; i < m->n; ++i) {
      proportions.row(m->V.data() + i * m->k, row.data());
      margins[i] = margin_of(row.data(), m->k);
    }
    return MANIFACT_OK;
  });
}

double manifact_model_min_membership(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->fitted().left_out.min_membership : NAN;
}

int manifact_model_map(const manifact_model *model, double *documents, int64_t n_documents,
                       double *clusters, int64_t n_clusters) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  const Model *const m = model->model.get();
  if (documents != nullptr && n_documents != m->n) return MANIFACT_ERROR_LENGTH;
  if (clusters != nullptr && n_clusters != m->k) return MANIFACT_ERROR_LENGTH;
  Message message;
  return guard(message, [&] {
    const std::vector<Disc> discs = place_clusters(*m);
    for (std::size_t c = 0; c < discs.size() && clusters != nullptr; ++c) {
      clusters[3 * c] = discs[c].x;
      clusters[3 * c + 1] = discs[c].y;
      clusters[3 * c + 2] = discs[c].radius;
    }
    if (documents == nullptr) return MANIFACT_OK;
    const std::vector<Point> points = place_documents(*m, discs);
    for (std::size_t i = 0; i < points.size(); ++i) {
      documents[2 * i] = points[i].x;
      documents[2 * i + 1] = points[i].y;
    }
    return MANIFACT_OK;
  });
}

int manifact_model_assign(manifact_context *context, const manifact_model *model,
                          const manifact_matrix *X, int32_t *labels, double *memberships,
                          int64_t n_rows) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require_handle(X, "X");
    require(labels, "labels");
    check_rows(X, n_rows);
    assign(*model->model, *with_features_of(*model->model, *X, run), X->vectors.get(), labels,
           memberships, run);
    return MANIFACT_OK;
  });
}

int manifact_model_assign_proportions(manifact_context *context, const manifact_model *model,
                                      const manifact_matrix *X, double min_membership,
                                      int32_t *labels, double *proportions, double *margins,
                                      int64_t n_rows) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require_handle(X, "X");
    require(labels, "labels");
    require(proportions, "proportions");
    check_rows(X, n_rows);
    if (!(min_membership >= 0 && min_membership <= 1))
      fail(Status::argument, "min_membership is %g, not in 0 .. 1", min_membership);
    const Model &m = *model->model;
    Array<double> memberships(run.memory, n_rows * m.k);
    assign(m, *with_features_of(m, *X, run), X->vectors.get(), labels, memberships.data(), run);
    const Proportions rule(m.readout, m.k);
    for (int64_t i = 0; i < n_rows; ++i) {
      double *const row = proportions + i * m.k;
      rule.row(memberships.data() + i * m.k, row);
      if (margins != nullptr) margins[i] = margin_of(row, m.k);
      if (labels[i] >= 0 && row[labels[i]] < min_membership) labels[i] = -1;
    }
    return MANIFACT_OK;
  });
}
