// A y = b for the Gram matrix A = F'F of a factor, k x k, symmetric positive semidefinite and
// possibly singular.
#pragma once

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A is scaled to unit diagonal; a zero column of F is excluded (its y is 0). Solves by Cholesky,
// and by the pseudo-inverse from eigenvectors only if a pivot is within rounding error of zero: a
// ridge that is always added would change every result.
class GramSolver {
 public:
  template <class T>
  GramSolver(const Dense<T> &A, ExecutionContext &run);

  void solve(double *b) noexcept;  // in place
  bool singular() const noexcept { return singular_; }

 private:
  bool factorize(double least) noexcept;
  void invert(const Array<double> &scaled, double least, ExecutionContext &run);

  Index k_;
  Array<double> scale_;   // 1 / sqrt(A_cc), 0 for a zero column
  Array<double> factor_;  // Cholesky's L, or the pseudo-inverse
  Array<double> copy_;    // k
  bool singular_ = false;
};

// Y = A^-1 R B^-1, A r x r, R r x c, B c x c: the least-squares core between two factors.
template <class T>
Dense<T> solve_core(const Dense<T> &A, const Dense<T> &R, const Dense<T> &B, ExecutionContext &run);

// A^-1, or the pseudo-inverse, k x k.
template <class T>
Dense<T> inverse_of_gram(const Dense<T> &A, ExecutionContext &run);

// The condition number of A scaled to unit diagonal, without zero columns; infinite if A is
// singular.
template <class T>
double condition_of_gram(const Dense<T> &A, ExecutionContext &run);

}  // namespace manifact
