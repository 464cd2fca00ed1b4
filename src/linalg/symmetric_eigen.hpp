// All eigenvalues and eigenvectors of a small dense symmetric matrix.
#pragma once

#include <cstdint>

#include "runtime/array.hpp"
#include "runtime/run.hpp"

namespace manifact {

// A (n x n, row-major) becomes Q: column c is the unit eigenvector of values[c], values falling. False when A is not finite or the
// iteration does not end. May be cancelled. The bits do not depend on the threads of the BLAS.
bool symmetric_eigen(std::int64_t n, double *A, double *values, Run &run);

}  // namespace manifact
