// Dense symmetric positive definite systems of a size that one thread solves: of a document's
// neighbors, of the clusters.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

// A = L L' in place, the lower triangle of a row-major n x n matrix. False when a pivot is not
// positive: A is not positive definite, or not finite.
bool cholesky_factor(double *A, Index n) noexcept;

// x <- (L L')^-1 x
void cholesky_solve(const double *L, Index n, double *x) noexcept;

}  // namespace manifact
