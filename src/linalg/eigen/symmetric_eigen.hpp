// Eigenvalues and eigenvectors of a dense symmetric matrix.
#pragma once

#include <algorithm>

#include "linalg/dense/dense.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The tridiagonal form of a symmetric matrix, and the back-transformation of vectors.

// The number of items of `work` multiplications each that are worth waking a thread for, about
// twenty microseconds; at least `least`.
inline Index worth_a_task(Index work, Index least) noexcept {
  return std::max<Index>(least, (1 << 19) / work);
}

// A = Q T Q'. Independent of the number of threads of the pool; the BLAS is not used.
class Tridiagonal {
 public:
  // A zero n x n matrix in the layout of the reduction: padded to whole tiles below and to the
  // right. Only A(i, j) with j <= i is used.
  static Dense<double> square(Index n, const std::shared_ptr<Memory> &memory);

  // Reduces the first n rows and columns of such a matrix: finite, and of a magnitude whose squares
  // neither overflow nor underflow. Can be cancelled.
  Tridiagonal(Index n, Dense<double> A, ExecutionContext &run);

  // The diagonal of T, and its off-diagonal in entries 0 .. n-2.
  const Array<double> &diagonal() const noexcept { return diagonal_; }
  const Array<double> &off_diagonal() const noexcept { return off_diagonal_; }

  Index width() const noexcept { return A_.stride(); }  // of the square matrix

  // z <- Q z for each row z of Z; rows have that width, with zeros from n on.
  void apply_Q(Dense<double> &Z);

 private:
  void reduce();
  void reflect(Index i, Index last);
  void product(const double *v, Index width, double *out);
  void update(Index rows, Index last);
  void gather(Index first, double *T) const;

  Index n_;
  ExecutionContext &run_;
  Dense<double> A_;  // row i becomes v of the reflection H_i, with v_i-1 = 1 and zeros from i on
  Dense<double> W_, parts_;
  Array<double> diagonal_, off_diagonal_, tau_;
};

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
