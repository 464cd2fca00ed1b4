// A symmetric matrix in tridiagonal form, and what brings vectors back from there.
#pragma once

#include <algorithm>

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// As many things of `work` multiplications each as are worth waking a thread for, some twenty
// microseconds; at least `least`.
inline Index worth_a_task(Index work, Index least) noexcept {
  return std::max<Index>(least, (1 << 19) / work);
}

// A = Q T Q'. The same bits for any number of threads, of the team as of the BLAS, which takes no
// part.
class Tridiagonal {
 public:
  // Zeros with room for an n x n matrix as the reduction wants it: padded to whole tiles below and
  // to the right. Of A(i, j) those with j <= i count.
  static Dense<double> square(Index n, const std::shared_ptr<Memory> &memory);

  // The first n rows and columns of such a square: finite, and of a magnitude whose squares are
  // neither too large nor nothing. May be cancelled.
  Tridiagonal(Index n, Dense<double> A, ExecutionContext &run);

  // Of T: the diagonal, and the off-diagonal in entries 0 .. n-2.
  const Array<double> &diagonal() const noexcept { return diagonal_; }
  const Array<double> &off_diagonal() const noexcept { return off_diagonal_; }

  Index width() const noexcept { return A_.stride(); }  // of a square

  // z <- Q z for each row z of Z, whose rows have that width, zeros from n on.
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

}  // namespace manifact
