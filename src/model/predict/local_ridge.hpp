// New documents by local prediction (CLGR paper, section 2.2): alpha' V_N, V the memberships of the
// p nearest training documents N and alpha the ridge regression of the new document on them.
#pragma once

#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Labels of the rows of X, weighted as the model's own, and where not null their memberships, n x
// k; no neighbor: -1 and zeros.
void predict_by_local_ridge(const Model &model, CsrView<double> X, std::int32_t *labels,
                            double *memberships, ExecutionContext &run);

}  // namespace manifact
