// Dense systems small enough for one thread, for example over the neighbors of a document or
// over the clusters: positive definite, of a Gram matrix, and with a solution >= 0.
#pragma once

#include <cstdint>

#include "linalg/dense/dense.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A y = b for a symmetric positive definite A.

// A = L L' in place, in the lower triangle of a row-major n x n matrix. False if a pivot is not
// positive: A is not positive definite, or not finite.
bool cholesky_factor(double *A, Index n) noexcept;

// x <- (L L')^-1 x
void cholesky_solve(const double *L, Index n, double *x) noexcept;

// A y = b for the Gram matrix A = F'F of a factor, k x k, symmetric positive semidefinite and
// possibly singular.

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

// Non-negative least squares in normal form: min_{v >= 0} v'A v - 2 b'v, A k x k,
// symmetric, positive semidefinite up to rounding.

// Lawson and Hanson's active-set method on principal submatrices of A, by Cholesky. Finite and
// deterministic. Up to rounding, the result satisfies the KKT conditions v >= 0, A v - b >= -tol,
// v (A v - b) = 0; after 10 k + 50 rounds it is the current feasible v. If A is singular, it is one
// of the minimizers: a variable whose column depends on those of the free ones stays 0, since it
// does not improve the fit. The same holds if b is outside the range of A or A is indefinite, when
// no minimum exists. One object serves many right-hand sides of the same k, on one thread at a
// time.
class Nnls {
 public:
  Nnls(Index k, const std::shared_ptr<Memory> &memory);

  // A is row-major k x k; b and v have length k. False if A, b or the solution is not finite.
  bool solve(const double *A, const double *b, double *v) noexcept;
  // For an A that is finite.
  bool solve_finite(const double *A, const double *b, double *v) noexcept;

 private:
  enum class Passive { solved, dependent, infinite };
  enum class Move { none, done, infinite };
  enum class Bar : std::int32_t { none, until_move, until_removal };  // of v; from the passive set

  bool append_row(const double *A, const double *b) noexcept;
  Passive solve_passive(const double *A, const double *b) noexcept;
  void set_gradient(const double *A, const double *b, const double *v) noexcept;
  Index steepest(double tolerance) const noexcept;
  Move free_variable(Index t, const double *A, const double *b, double *v) noexcept;
  void fix_variable(Index t) noexcept;

  Index k_, n_passive_ = 0;
  Index n_factored_ = 0;   // of the free variables, the first: rows of the factor that hold
  Array<double> factor_;   // L of A over the free variables, k in a row
  Array<double> forward_;  // L^-1 b of the free variables
  Array<double> right_;    // A^-1 b of the free variables
  Array<double> gradient_;
  Array<std::int32_t> passive_;  // the free variables, in the order in which they were freed
  Array<std::int32_t> is_passive_;
  Array<Bar> barred_;
};

// V_i = argmin_{v >= 0} v A v' - 2 b_i v' for each row b_i of B, on all threads. The diagonal of A
// is raised by nnls_ridge times its largest entry. A row without a finite solution is unchanged.
inline constexpr double nnls_ridge = 1e-12;
template <class T>
void solve_nnls_rows(const Dense<T> &A, const Dense<T> &B, Dense<T> &V, ExecutionContext &run);

}  // namespace manifact
