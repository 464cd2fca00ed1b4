// Assigns new documents to the clusters of a model.
#pragma once

#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// labels: one per row of X; memberships: rows x k, row-major, or null.
void assign(const Model &model, const Matrix &X, std::int32_t *labels, double *memberships,
            ExecutionContext &run);

}  // namespace manifact
