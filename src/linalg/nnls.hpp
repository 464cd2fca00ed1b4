// Non-negative least squares in normal form: min_{v >= 0} v'A v - 2 b'v, A symmetric positive definite, k x k.
#pragma once

#include <cstdint>

#include "runtime/array.hpp"

namespace manifact {

// Lawson and Hanson's active sets on A's principal submatrices, by Cholesky. Finite and deterministic; the result meets the KKT
// conditions v >= 0, A v - b >= -tol, v (A v - b) = 0. One object for many right-hand sides of the same k; one thread at a time.
class Nnls {
 public:
  Nnls(std::int64_t k, const std::shared_ptr<Memory> &memory);

  // A row-major k x k, b and v of k. False when A is not positive definite on a set that comes up, or not finite.
  bool solve(const double *A, const double *b, double *v) noexcept;

 private:
  bool solve_passive(const double *A, const double *b) noexcept;

  std::int64_t k_, n_passive_ = 0;
  Array<double> factor_, candidate_, right_, gradient_;
  Array<std::int32_t> passive_;  // the free variables, rising
  Array<std::int32_t> is_passive_;
};

}  // namespace manifact
