// The orthogonal matrix nearest to a small square matrix.
#pragma once

#include <cstdint>

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// E = U diag(s) V' (k x k): R becomes V U', and the sum of s is returned. If s has zeros, R is
// still orthogonal. E is overwritten.
double orthogonal_factor(Dense<double> &E, Dense<double> &R, ExecutionContext &run);

}  // namespace manifact
