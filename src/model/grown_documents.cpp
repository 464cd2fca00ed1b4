#include "model/grown_documents.hpp"

#include <algorithm>
#include <utility>

#include "text/weighted_data.hpp"

namespace manifact {
namespace {

void check_columns(const Model &model, Index columns) {
  if (columns != model.m)
    fail(Status::mismatch, "the documents have %lld features, but the model has %lld",
         static_cast<long long>(columns), static_cast<long long>(model.m));
}

bool are_single(const Matrix &first, const Matrix &X) {
  return first.value_type == ValueType::single && X.value_type == ValueType::single;
}

template <class T>
std::unique_ptr<Matrix> joined_values(const Matrix &first, const Matrix &X, ExecutionContext &run) {
  const Index m = first.columns;
  Array<T> values(run.memory, (first.rows + X.rows) * m);
  for (Index i = 0; i < first.rows; ++i)
    for (Index j = 0; j < m; ++j)
      values[i * m + j] = static_cast<T>(first.value(i * first.stride + j));
  T *const rest = values.data() + first.rows * m;
  for (Index i = 0; i < X.rows; ++i)
    X.each(i, [&](std::int32_t j, double value) { rest[i * m + j] = static_cast<T>(value); });
  return matrix_from_values(first.rows + X.rows, m, std::move(values));
}

// The vectors of all documents; zeros for new ones without any.
std::shared_ptr<const Matrix> grown_vectors(const Model &model, Index added, const Matrix *vectors,
                                            ExecutionContext &run) {
  const std::shared_ptr<const Matrix> &before =
      model.edits.grown ? model.edits.grown->vectors : model.fitted().training.vectors;
  if (before == nullptr) return nullptr;
  std::unique_ptr<Matrix> zeros;
  if (vectors == nullptr)
    zeros = matrix_from_values(added, before->columns,
                               Array<float>(run.memory, added * before->columns));
  const Matrix &rest = vectors != nullptr ? *vectors : *zeros;
  return are_single(*before, rest) ? joined_values<float>(*before, rest, run)
                                   : joined_values<double>(*before, rest, run);
}

}  // namespace

const Matrix &kept_values(const Model &model) noexcept {
  return model.edits.grown ? *model.edits.grown->matrix : *model.fitted().training.matrix;
}

std::shared_ptr<const GrownDocuments> grown_by(const Model &model, const Matrix &X,
                                               const Matrix *vectors, ExecutionContext &run) {
  check_columns(model, X.columns);
  const FeatureWeights &weights = model.fitted().training.weights;
  if (!model.kept().is_dense())
    return grown_by(model, weighted_rows<double>(X, weights, run), vectors, run);
  const Matrix &first = kept_values(model);
  auto grown = std::make_shared<GrownDocuments>();
  grown->matrix = are_single(first, X) ? joined_values<float>(first, X, run)
                                       : joined_values<double>(first, X, run);
  grown->X = weighted_data<double>(*grown->matrix, weights, run);
  return grown;
}

std::shared_ptr<const GrownDocuments> grown_by(const Model &model, const Csr<double> &rows,
                                               const Matrix *vectors, ExecutionContext &run) {
  check_columns(model, rows.columns);
  const Csr<double> &first = model.kept().sparse;
  const Index before = first.entries();
  auto grown = std::make_shared<GrownDocuments>();
  Csr<double> &all = grown->X.sparse;
  all = Csr<double>(run.memory, first.rows + rows.rows, first.columns, before + rows.entries());
  std::copy(first.indptr.begin(), first.indptr.end(), all.indptr.begin());
  for (Index i = 0; i < rows.rows; ++i)
    all.indptr[first.rows + i + 1] = before + rows.indptr[i + 1];
  std::copy(first.indices.begin(), first.indices.end(), all.indices.begin());
  std::copy(rows.indices.begin(), rows.indices.end(), all.indices.begin() + before);
  std::copy(first.values.begin(), first.values.end(), all.values.begin());
  std::copy(rows.values.begin(), rows.values.end(), all.values.begin() + before);
  grown->vectors = grown_vectors(model, rows.rows, vectors, run);
  return grown;
}

}  // namespace manifact
