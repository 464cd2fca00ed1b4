// New documents by local prediction (CLGR paper, section 2.2): alpha' V_N, V the memberships of the p nearest training documents N and alpha the
// ridge regression of the new document on them.
#pragma once

#include "methods/model.hpp"
#include "runtime/run.hpp"

namespace manifact {

// Labels of the rows of X, weighted as the model's own, and where not null their memberships, n x k; no neighbour: -1 and zeros.
void place_by_prediction(const Model &model, CsrView<double> X, std::int32_t *labels, double *memberships, Run &run);

}  // namespace manifact
