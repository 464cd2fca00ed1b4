// Eigenvalues and eigenvectors of a dense symmetric matrix.
#pragma once

#include "linalg/dense/dense.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A (n x n, row-major) becomes Q: column c is the unit eigenvector of values[c], values falling.
// False when A is not finite or no iteration ends. May be cancelled. The bits do not depend on
// threads, of the pool or of the BLAS.
bool symmetric_eigen(Index n, double *A, double *values, ExecutionContext &run);

// The same for the `count` largest: row c of the result, of which n entries count, is the
// eigenvector of values[c]. A is one of Tridiagonal::square, and is used up. Empty where the other
// is false.
Dense<double> largest_of_symmetric(Index n, Dense<double> A, Index count, double *values,
                                   ExecutionContext &run);

}  // namespace manifact
