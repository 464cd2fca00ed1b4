#include "linalg/dense/small_cholesky.hpp"

#include <lapacke.h>

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {

// Blocked by columns. LAPACK factors only the diagonal blocks, which are too small for a
// multithreaded BLAS to use threads, so that the result does not depend on its settings.
bool cholesky_factor(double *A, Index n) noexcept {
  constexpr Index block = 32;
  for (Index first = 0; first < n; first += block) {
    const Index last = std::min(n, first + block);
    double *const D = A + first * n + first;
    // Row-major lower is column-major upper: D = U'U with U = L'.
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', static_cast<lapack_int>(last - first), D,
                            static_cast<lapack_int>(n)) != 0)
      return false;
    for (Index c = first; c < last; ++c)
      if (!(A[c * n + c] > 0)) return false;
    for (Index i = last; i < n; ++i) {
      for (Index c = first; c < last; ++c) {
        double sum = A[i * n + c];
        for (Index l = first; l < c; ++l) sum -= A[i * n + l] * A[c * n + l];
        A[i * n + c] = sum / A[c * n + c];
      }
      for (Index j = last; j <= i; ++j) {
        double sum = 0;
        for (Index l = first; l < last; ++l) sum += A[i * n + l] * A[j * n + l];
        A[i * n + j] -= sum;
      }
    }
  }
  return true;
}

void cholesky_solve(const double *L, Index n, double *x) noexcept {
  for (Index i = 0; i < n; ++i) {
    for (Index l = 0; l < i; ++l) x[i] -= L[i * n + l] * x[l];
    x[i] /= L[i * n + i];
  }
  for (Index i = n - 1; i >= 0; --i) {
    x[i] /= L[i * n + i];
    for (Index l = 0; l < i; ++l) x[l] -= L[i * n + l] * x[i];
  }
}

}  // namespace manifact
