// Dense symmetric positive definite systems small enough for one thread, for example over the
// neighbors of a document or over the clusters.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

// A = L L' in place, in the lower triangle of a row-major n x n matrix. False if a pivot is not
// positive: A is not positive definite, or not finite.
bool cholesky_factor(double *A, Index n) noexcept;

// x <- (L L')^-1 x
void cholesky_solve(const double *L, Index n, double *x) noexcept;

}  // namespace manifact
