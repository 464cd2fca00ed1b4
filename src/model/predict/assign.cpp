#include "model/predict/assign.hpp"

#include <utility>

#include "model/left_out.hpp"
#include "model/predict/memberships.hpp"
#include "model/predict/zero_rows.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

void check(const Model &model, const Matrix &X) {
  if (X.columns != model.m)
    fail(Status::mismatch, "the documents have %lld features, but the model has %lld",
         static_cast<long long>(X.columns), static_cast<long long>(model.m));
  if (model.training.weights.idf.empty()) return;
  for (Index i = 0; i < X.rows; ++i)
    X.each(i, [&](std::int32_t j, double value) {
      if (value < 0)
        fail(Status::value, "row %lld, column %d is negative (%g): the model requires counts",
             static_cast<long long>(i), j, value);
    });
}

// In the storage of the training documents, if these are kept, for they are compared.
WeightedData<double> weighted(const Model &model, const Matrix &X, ExecutionContext &run) {
  const FeatureWeights &weights = model.training.weights;
  const WeightedData<double> &training = model.training.X;
  if (training.empty() || training.is_dense() == X.dense)
    return weighted_data<double>(X, weights, run);
  Csr<double> rows = weighted_rows<double>(X, weights, run);
  if (training.is_dense()) return dense_copy(rows, run);
  WeightedData<double> data;
  data.sparse = std::move(rows);
  return data;
}

}  // namespace

void assign(const Model &model, const Matrix &X, std::int32_t *labels, double *memberships,
            ExecutionContext &run) {
  check(model, X);
  const FeatureWeights &weights = model.training.weights;
  run.monitor.enter("weighting");
  check_scaled_budget(X, weights);
  const WeightedData<double> data = weighted(model, X, run);
  NewDocuments documents{data.view(), Array<bool>(run.memory, X.rows)};
  check_near(documents.X);
  for (Index i = 0; i < X.rows; ++i) documents.empty[i] = documents.X.is_empty(i);
  Array<double> own;  // the rule of min-membership reads them
  if (memberships == nullptr && model.left_out.min_membership > 0) {
    own = Array<double>(run.memory, X.rows * model.k);
    memberships = own.data();
  }
  model.predictor->predict(model, documents, labels, memberships, run);
  if (memberships != nullptr) check_memberships(memberships, X.rows * model.k);
  if (!weights.shift.empty()) label_zero_rows(model, documents.empty, labels, run);
  leave_out(model, documents.X, memberships, labels, run);
}

}  // namespace manifact
