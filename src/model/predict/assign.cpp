#include "model/predict/assign.hpp"

#include <utility>

#include "model/edits.hpp"
#include "model/left_out.hpp"
#include "model/predict/memberships.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The documents that new ones may be compared with, by the fit or by a model of parts.
const WeightedData<double> &compared_documents(const Model &model) {
  const Model *compared = &model.fitted();
  for (const TopicEdit &edit : model.edits.list)
    if (compared->training.X.empty() && edit.parts) compared = edit.parts.get();
  return compared->training.X;
}

}  // namespace

WeightedData<double> weighted_documents(const Model &model, const Matrix &X,
                                        ExecutionContext &run) {
  const FeatureWeights &weights = model.fitted().training.weights;
  const WeightedData<double> &training = compared_documents(model);
  if (training.empty() || training.is_dense() == X.dense)
    return weighted_data<double>(X, weights, run);
  Csr<double> rows = weighted_rows<double>(X, weights, run);
  if (training.is_dense()) return dense_copy(rows, run);
  WeightedData<double> data;
  data.sparse = std::move(rows);
  return data;
}

NewDocuments new_documents(const DataView<double> &X, ExecutionContext &run) {
  NewDocuments documents{X, Array<bool>(run.memory, X.rows)};
  check_near(X);
  for (Index i = 0; i < X.rows; ++i) documents.empty[i] = X.is_empty(i);
  return documents;
}

void assign_to_clusters(const Model &fitted, const NewDocuments &documents, std::int32_t *labels,
                        double *memberships, ExecutionContext &run) {
  fitted.predictor->predict(fitted, documents, labels, memberships, run);
  if (memberships != nullptr) check_memberships(memberships, documents.X.rows * fitted.k);
  if (!fitted.training.weights.shift.empty()) label_zero_rows(fitted, documents.empty, labels, run);
  leave_out(fitted, documents.X, memberships, labels, run);
}

void check_documents(const Model &model, const Matrix &X) {
  if (X.columns != model.m)
    fail(Status::mismatch, "the documents have %lld features, but the model has %lld",
         static_cast<long long>(X.columns), static_cast<long long>(model.m));
  const FeatureWeights &weights = model.fitted().training.weights;
  for (Index i = 0; i < X.rows && !weights.idf.empty(); ++i)
    X.each(i, [&](std::int32_t j, double value) {
      if (value < 0)
        fail(Status::value, "row %lld, column %d is negative (%g): the model requires counts",
             static_cast<long long>(i), j, value);
    });
  check_scaled_budget(X, weights, model.memory_budget);
}

void check_new_vectors(const Model &model, const Matrix &X, const Matrix &vectors) {
  const Index columns = model.fitted().training.vector_columns;
  if (columns == 0)
    fail(Status::mismatch, "the documents have vectors, but the model was fitted without any");
  if (vectors.columns != columns)
    fail(Status::mismatch, "the vectors have %lld numbers, but those of the model have %lld",
         static_cast<long long>(vectors.columns), static_cast<long long>(columns));
  if (vectors.rows != X.rows)
    fail(Status::mismatch, "there are %lld vectors, but %lld documents",
         static_cast<long long>(vectors.rows), static_cast<long long>(X.rows));
}

void assign(const Model &model, const Matrix &X, const Matrix *vectors, std::int32_t *labels,
            double *memberships, ExecutionContext &run) {
  check_documents(model, X);
  if (vectors != nullptr) check_new_vectors(model, X, *vectors);
  run.monitor.enter("weighting");
  assign_weighted(model, weighted_documents(model, X, run).view(), vectors, labels, memberships,
                  run);
}

void assign_weighted(const Model &model, const DataView<double> &X, const Matrix *vectors,
                     std::int32_t *labels, double *memberships, ExecutionContext &run) {
  const Model &fitted = model.fitted();
  NewDocuments documents = new_documents(X, run);
  WeightedData<double> unit;
  DataView<double> rows_of_vectors;
  if (vectors != nullptr && !fitted.predictor->uses_vectors())
    run.monitor.note(1,
                     "the rule of the model for new documents uses words alone: the vectors are "
                     "left out");
  if (vectors != nullptr && fitted.predictor->uses_vectors()) {
    unit = data_of_unit_rows<double>(*vectors, run);
    rows_of_vectors = unit.view();
    documents.vectors = &rows_of_vectors;
  }
  const bool is_edited = !model.edits.list.empty();
  if (!is_edited && (memberships != nullptr || !(fitted.left_out.min_membership > 0)))
    return assign_to_clusters(fitted, documents, labels, memberships, run);
  Array<double> own(run.memory, X.rows * fitted.k);  // the rule of min-membership reads them
  assign_to_clusters(fitted, documents, labels, own.data(), run);
  if (is_edited)
    apply_edits(model, documents.X, documents.empty, own.data(), labels, memberships, run);
}

}  // namespace manifact
