// (A - shift I) Y = B for a sparse symmetric A, by P (A - shift I) P' = L D L': L unit lower
// triangular, D diagonal, P from minimum degree.
#pragma once

#include <memory>

#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The analysis is separate, so that a caller can check the cost of the factor before computing it.
class Cholesky {
 public:
  // False in a build without CHOLMOD, whose constructor throws Error(feature).
  static bool available() noexcept;

  // The elimination order and the size of L, from the sparsity pattern of A: both triangles; the
  // diagonal may be absent. Throws Error(budget) if A or L has more entries than a 32-bit integer
  // can count. CHOLMOD allocates memory itself, not from the host's allocator. The analysis cannot
  // be cancelled.
  Cholesky(CsrView<double> A, ExecutionContext &run);
  ~Cholesky();
  Cholesky(const Cholesky &) = delete;
  Cholesky &operator=(const Cholesky &) = delete;

  Index fill() const noexcept;    // entries of L and D
  double flops() const noexcept;  // of the factorization
  double bytes() const noexcept;  // of L and D

  // A must have the analyzed pattern, be finite and symmetric; may be called again with other
  // values. There is no pivoting: safe if A - shift I is positive (or negative) definite; otherwise
  // pivots may be small and the caller must check residuals. Throws Error(numerics) if a pivot is
  // 0 or not finite.
  void factorize(CsrView<double> A, double shift, ExecutionContext &run);

  // B <- (A - shift I)^-1 B, each column separately: independent of the number of threads and of
  // the other columns.
  void solve(Dense<double> &B, ExecutionContext &run) const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace manifact
