// Reads a sparse Matrix Market file into the rows of all ranks.
#pragma once

#include <cstdint>
#include <string>

#include "distributed/deal.hpp"
#include "distributed/mpi_group.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Collective. A plain file is read by all ranks, each a block of its bytes; a gzip file by the
// first one. Rows are dealt to the ranks in the order of a permutation of that seed. Errors name
// the line and are thrown on all ranks.
DividedMatrix read_matrix_market(const std::string &path, std::uint64_t seed, MpiGroup &group,
                                 ExecutionContext &run);

}  // namespace manifact
