// (A - shift I) Y = B for a sparse symmetric A, by P (A - shift I) P' = L D L': L unit lower
// triangular, D diagonal, P from minimum degree.
#pragma once

#include <memory>

#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Analysis first, so that a caller can look at what the factor would take before it asks for one.
class Cholesky {
 public:
  // The order of elimination and the size of L, from the places of A alone: both triangles, the
  // diagonal may be absent. Throws Error(budget) when A or L has more entries than 32 bits count.
  // CHOLMOD allocates for itself, beside the host's allocator. The analysis
  // cannot be cancelled.
  Cholesky(CsrView<double> A, ExecutionContext &run);
  ~Cholesky();
  Cholesky(const Cholesky &) = delete;
  Cholesky &operator=(const Cholesky &) = delete;

  Index fill() const noexcept;    // entries of L and D
  double flops() const noexcept;  // of the factorization
  double bytes() const noexcept;  // of L and D

  // A of the same places as the one analyzed, finite, symmetric; may be called again with others.
  // There is no pivoting: safe for A - shift I positive (or negative) definite; for others pivots
  // may be small, and the caller looks at residuals. Throws Error(numerics) at a pivot that is 0 or
  // not finite.
  void factorize(CsrView<double> A, double shift, ExecutionContext &run);

  // Eigenvalues of A below the shift (Sylvester): 0 for a positive definite A - shift I.
  Index negative() const noexcept;

  // B <- (A - shift I)^-1 B, every column for itself: the same bits for any number of threads, and
  // whatever stands beside it.
  void solve(Dense<double> &B, ExecutionContext &run) const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace manifact
