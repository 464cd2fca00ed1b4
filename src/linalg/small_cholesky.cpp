#include "linalg/small_cholesky.hpp"

#include <lapacke.h>

#include <algorithm>

namespace manifact {

// By blocks of columns. LAPACK factors the diagonal blocks only: they are too small for a BLAS with
// threads to use them, so that the bits do not depend on its settings.
bool cholesky_factor(double *A, std::int64_t n) noexcept {
  constexpr std::int64_t block = 32;
  for (std::int64_t first = 0; first < n; first += block) {
    const std::int64_t last = std::min(n, first + block);
    double *const D = A + first * n + first;
    // Row-major lower is column-major upper: D = U'U with U = L'.
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', static_cast<lapack_int>(last - first), D, static_cast<lapack_int>(n)) != 0) return false;
    for (std::int64_t c = first; c < last; ++c)
      if (!(A[c * n + c] > 0)) return false;
    for (std::int64_t i = last; i < n; ++i) {
      for (std::int64_t c = first; c < last; ++c) {
        double sum = A[i * n + c];
        for (std::int64_t l = first; l < c; ++l) sum -= A[i * n + l] * A[c * n + l];
        A[i * n + c] = sum / A[c * n + c];
      }
      for (std::int64_t j = last; j <= i; ++j) {
        double sum = 0;
        for (std::int64_t l = first; l < last; ++l) sum += A[i * n + l] * A[j * n + l];
        A[i * n + j] -= sum;
      }
    }
  }
  return true;
}

void cholesky_solve(const double *L, std::int64_t n, double *x) noexcept {
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t l = 0; l < i; ++l) x[i] -= L[i * n + l] * x[l];
    x[i] /= L[i * n + i];
  }
  for (std::int64_t i = n - 1; i >= 0; --i) {
    x[i] /= L[i * n + i];
    for (std::int64_t l = 0; l < i; ++l) x[l] -= L[i * n + l] * x[i];
  }
}

}  // namespace manifact
