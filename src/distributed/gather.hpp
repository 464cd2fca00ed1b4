// One model of all documents from those of the ranks.
#pragma once

#include "distributed/mpi_group.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Collective. On the root the model becomes that of all documents, row places[i] of which is row i
// of this rank; on the others it is unchanged.
void gather(Model &model, const Index *places, Index root, MpiGroup &group, ExecutionContext &run);

}  // namespace manifact
