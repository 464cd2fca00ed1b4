// A symmetric matrix in tridiagonal form, and what brings vectors back from there.
#pragma once

#include <algorithm>
#include <cstdint>

#include "linalg/dense.hpp"
#include "runtime/run.hpp"

namespace manifact {

// As many things of `work` multiplications each as are worth waking a thread for, some twenty microseconds; at least `least`.
inline std::int64_t worth_a_task(std::int64_t work, std::int64_t least) noexcept { return std::max<std::int64_t>(least, (1 << 19) / work); }

// A = Q T Q'. The same bits for any number of threads, of the team as of the BLAS, which takes no part.
class Tridiagonal {
 public:
  // Zeros with room for an n x n matrix as the reduction wants it: padded to whole tiles below and to the right. Of A(i, j) those with j <=
  // i count.
  static Dense<double> square(std::int64_t n, const std::shared_ptr<Memory> &memory);

  // The first n rows and columns of such a square: finite, and of a magnitude whose squares are neither too large nor nothing. May be cancelled.
  Tridiagonal(std::int64_t n, Dense<double> A, Run &run);

  // Of T: the diagonal, and what is beside it in entries 0 .. n-2.
  const Array<double> &diagonal() const noexcept { return diagonal_; }
  const Array<double> &beside() const noexcept { return beside_; }

  std::int64_t width() const noexcept { return A_.stride(); }  // of a square

  // z <- Q z for each row z of Z, whose rows have that width, zeros from n on.
  void turn_back(Dense<double> &Z);

 private:
  void reduce();
  void reflect(std::int64_t i, std::int64_t last);
  void product(const double *v, std::int64_t width, double *out);
  void update(std::int64_t rows, std::int64_t last);
  void gather(std::int64_t first, double *T) const;

  std::int64_t n_;
  Run &run_;
  Dense<double> A_;        // row i becomes v of the reflection H_i, with v_i-1 = 1 and zeros from i on
  Dense<double> W_, parts_;
  Array<double> diagonal_, beside_, tau_;
};

}  // namespace manifact
