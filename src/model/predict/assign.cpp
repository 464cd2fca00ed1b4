#include "model/predict/assign.hpp"

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
  for (Index i = 0; i < X.rows && !model.training.weights.idf.empty(); ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      if (X.value(e) < 0)
        fail(Status::value, "row %lld, column %d is negative (%g): the model requires counts",
             static_cast<long long>(i), X.indices[e], X.value(e));
}

}  // namespace

void assign(const Model &model, const Matrix &X, std::int32_t *labels, double *memberships,
            ExecutionContext &run) {
  check(model, X);
  const FeatureWeights &weights = model.training.weights;
  run.monitor.enter("weighting");
  check_scaled_budget(X, weights);
  NewDocuments documents{weighted_rows<double>(X, weights, run), Array<bool>(run.memory, X.rows)};
  check_near(documents.X);
  for (Index i = 0; i < X.rows; ++i)
    documents.empty[i] = documents.X.indptr[i] == documents.X.indptr[i + 1];
  model.predictor->predict(model, documents, labels, memberships, run);
  if (memberships != nullptr) check_memberships(memberships, X.rows * model.k);
  if (!weights.shift.empty()) label_zero_rows(model, documents.empty, labels, run);
}

}  // namespace manifact
