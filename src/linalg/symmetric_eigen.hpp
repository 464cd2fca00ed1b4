// Eigenvalues and eigenvectors of a dense symmetric matrix.
#pragma once

#include <cstdint>

#include "linalg/dense.hpp"
#include "runtime/array.hpp"
#include "runtime/run.hpp"

namespace manifact {

// A (n x n, row-major) becomes Q: column c is the unit eigenvector of values[c], values falling. False when A is not finite or no
// iteration ends. May be cancelled. The bits do not depend on threads, of the team or of the BLAS.
bool symmetric_eigen(std::int64_t n, double *A, double *values, Run &run);

// The same for the `count` largest: row c of the result, of which n entries count, is the eigenvector of values[c]. A is one of
// Tridiagonal::square, and is used up. Empty where the other is false.
Dense<double> largest_of_symmetric(std::int64_t n, Dense<double> A, std::int64_t count, double *values, Run &run);

}  // namespace manifact
