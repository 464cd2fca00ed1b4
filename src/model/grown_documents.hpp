// The documents of a model, followed by documents added later.
#pragma once

#include <memory>

#include "linalg/sparse/csr.hpp"
#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// The documents that the model keeps, and the rows of X in the units of the fit; or, for sparse
// documents, rows that are weighted already. Throw Error(mismatch) if the number of features
// differs. vectors: of the new rows, or null.
std::shared_ptr<const GrownDocuments> grown_by(const Model &model, const Matrix &X,
                                               const Matrix *vectors, ExecutionContext &run);
std::shared_ptr<const GrownDocuments> grown_by(const Model &model, const Csr<double> &rows,
                                               const Matrix *vectors, ExecutionContext &run);

// The stored values of dense documents, before weighting.
const Matrix &kept_values(const Model &model) noexcept;

}  // namespace manifact
