// Reads a sparse Matrix Market file into the rows of all ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "distributed/mpi_group.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct DividedMatrix {
  std::unique_ptr<Matrix> rows;  // of this rank
  Array<Index> places;           // the row of the file of each
  Index all_rows = 0;
};

// Collective. A plain file is read by all ranks, each a block of its bytes; a gzip file by the
// first one. Rows are dealt to the ranks in the order of a permutation of that seed. Errors name
// the line and are thrown on all ranks.
DividedMatrix read_matrix_market(const std::string &path, std::uint64_t seed, MpiGroup &group,
                                 ExecutionContext &run);

}  // namespace manifact
