#include "capi/index_base.hpp"

#include <algorithm>
#include <utility>

namespace manifact {

std::shared_ptr<const Matrix> with_features_of(const Model &model, const manifact_matrix &X,
                                               ExecutionContext &run) {
  const Matrix &source = *X.matrix;
  if (X.index_base < 0 || source.dense) return X.matrix;
  const int base = index_base_of(model);
  const int shift = base < 0 ? 0 : X.index_base - base;
  if (shift < 0)
    fail(Status::mismatch,
         "the documents have a feature 0, but the features of the model are counted from 1");
  const Index columns = std::max(model.m, source.columns + shift);
  if (shift == 0 && columns == source.columns) return X.matrix;
  Csr<double> rows(run.memory, source.rows, columns, source.entries());
  Index e = 0;
  for (Index i = 0; i < source.rows; ++i) {
    rows.indptr[i] = e;
    source.each(i, [&](std::int32_t j, double value) {
      rows.indices[e] = j + shift;
      rows.values[e++] = value;
    });
  }
  rows.indptr[source.rows] = e;
  return matrix_from_parts(std::move(rows));
}

}  // namespace manifact
