// Eigenvalues and eigenvectors of a dense symmetric matrix.
#pragma once

#include "linalg/dense/dense.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A (n x n, row-major) becomes Q: column c is the unit eigenvector of values[c], values descending.
// False if A is not finite or no iteration converges. Can be cancelled. The result does not depend
// on the threads of the pool or of the BLAS.
bool symmetric_eigen(Index n, double *A, double *values, ExecutionContext &run);

// The same for the `count` largest: row c of the result, in its first n entries, is the eigenvector
// of values[c]. A is made by Tridiagonal::square and is overwritten. The result is empty where the
// function above returns false.
Dense<double> largest_of_symmetric(Index n, Dense<double> A, Index count, double *values,
                                   ExecutionContext &run);

}  // namespace manifact
