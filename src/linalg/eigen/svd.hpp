// Truncated singular value decomposition of the data, matrix-free, with a seeded start.
#pragma once

#include <cstdint>

#include "linalg/data/products.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/eigenpairs.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// X ~ U diag(sigma) P' for the `rank` largest singular values.
template <class T>
struct Svd {
  Array<double> sigma;  // descending
  // n x rank: U diag(sigma) = X P, the documents in the space of the components.
  Tall<T> coordinates;
  Index rounds = 0;
  bool converged = false;
};

// rank in 1 .. min(n, m). `order` is the order of rows for the random start. With
// `center` (m), the decomposition is that of X - 1 center', which is not formed.
template <class T>
Svd<T> truncated_svd(const DataProducts<T> &data, Index rank, double tolerance, Rng rng,
                     ExecutionContext &run, const Array<std::int32_t> *order = nullptr,
                     const Array<T> *center = nullptr);

// out -= left (right'B), an outer product; null: a vector of ones.
template <class T>
void take_off(Dense<T> &out, const Array<T> *left, const Array<T> *right, const Dense<T> &B,
              ExecutionContext &run);

// The orthogonal matrix nearest to a small square matrix.

// E = U diag(s) V' (k x k): R becomes V U', and the sum of s is returned. If s has zeros, R is
// still orthogonal. E is overwritten.
double orthogonal_factor(Dense<double> &E, Dense<double> &R, ExecutionContext &run);

}  // namespace manifact
