// Memberships of new documents and the labels derived from them.
#pragma once

#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Throws Error(numerics) if a membership is not finite.
void check_memberships(const double *V, Index count);

// Labels of the rows of V (packed, n x k), by the read-out of the model. Copies V to `memberships`
// unless that is null.
void read_out_memberships(const MembershipReadout &readout, Index k, const Array<double> &V,
                          std::int32_t *labels, double *memberships, ExecutionContext &run);

// Rejects a model whose read-out lacks the centers that it needs.
void require_readout(const FactReader &facts, const Model &model);

}  // namespace manifact
