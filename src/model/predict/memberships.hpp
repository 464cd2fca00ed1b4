// Memberships of new documents and the labels that are read out of them.
#pragma once

#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Throws Error(numerics) where one is not finite.
void check_memberships(const double *V, Index count);

// Labels of the rows of V (packed, n x k), by the read-out of the model; V goes to `memberships`
// where that is not null.
void read_out_memberships(const MembershipReadout &readout, Index k, const Array<double> &V,
                          std::int32_t *labels, double *memberships, ExecutionContext &run);

// Refuses a model whose read-out needs centers that are not there.
void require_readout(const FactReader &facts, const Model &model);

}  // namespace manifact
