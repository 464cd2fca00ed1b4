// Reads a binary sparse matrix of PETSc (MATAIJ) into the rows of all ranks, without PETSc. All
// numbers are big-endian:
//
//   1211216, rows, columns, entries     entries -1: a dense matrix; the largest integer: not known
//   the number of entries of each row
//   the column of each entry, from 0
//   the value of each entry             double, or float in such a build of PETSc
//
// The integers have 32 or 64 bits, depending on the build of PETSc: the first one shows which.
#pragma once

#include <cstdint>
#include <string>

#include "distributed/deal.hpp"
#include "distributed/mpi_group.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Whether the file begins as an object of PETSc; false if it cannot be read.
bool is_petsc(const std::string &path);

// Collective. Each rank reads a block of rows, which are then dealt by a permutation of that seed.
// Errors are thrown on all ranks.
DividedMatrix read_petsc(const std::string &path, std::uint64_t seed, MpiGroup &group,
                         ExecutionContext &run);

}  // namespace manifact
