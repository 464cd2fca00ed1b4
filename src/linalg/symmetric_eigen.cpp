// A = Q T Q' by Householder reflections, T tridiagonal; then T = Z diag(values) Z' by LAPACK's implicit QL, which uses rotations only.
// LAPACK's own reduction is faster for large n, but its matrix-vector products go through the BLAS, whose bits depend on its threads.
#include "linalg/symmetric_eigen.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

namespace manifact {
namespace {

constexpr std::int64_t look = 16;  // columns between two looks at cancel

// Reflections H = I - tau v v' that clear column j below its subdiagonal; v_j+1.. stays in the column, tau aside.
void tridiagonalise(std::int64_t n, double *A, double *diagonal, double *below, double *tau, double *p, const Monitor &monitor) {
  for (std::int64_t j = 0; j + 2 < n; ++j) {
    if (j % look == 0) monitor.check();
    double *const v = tau + n;  // a copy of the column, contiguous
    double most = 0, sum = 0;
    for (std::int64_t i = j + 1; i < n; ++i) most = std::fmax(most, std::fabs(v[i] = A[i * n + j]));
    tau[j] = 0;
    below[j] = v[j + 1];
    if (!(most > 0)) continue;
    for (std::int64_t i = j + 1; i < n; ++i) sum += (v[i] / most) * (v[i] / most);
    const double length = most * std::sqrt(sum), head = v[j + 1] >= 0 ? v[j + 1] + length : v[j + 1] - length;
    below[j] = v[j + 1] >= 0 ? -length : length;
    tau[j] = std::fabs(head) / length;  // 2 / v'v for v scaled to v_j+1 = 1
    v[j + 1] = 1;
    for (std::int64_t i = j + 2; i < n; ++i) v[i] /= head;
    // A <- H A H on the rest: with p = tau A v and w = p - tau/2 (p'v) v it is A - v w' - w v'
    double inner = 0;
    for (std::int64_t i = j + 1; i < n; ++i) {
      double product = 0;
      for (std::int64_t l = j + 1; l < n; ++l) product += A[i * n + l] * v[l];
      p[i] = tau[j] * product;
      inner += p[i] * v[i];
    }
    for (std::int64_t i = j + 1; i < n; ++i) p[i] -= tau[j] / 2 * inner * v[i];
    for (std::int64_t i = j + 1; i < n; ++i) {
      for (std::int64_t l = j + 1; l < n; ++l) A[i * n + l] -= v[i] * p[l] + p[i] * v[l];
      A[i * n + j] = v[i];
    }
  }
  for (std::int64_t i = 0; i < n; ++i) diagonal[i] = A[i * n + i];
  if (n >= 2) below[n - 2] = A[(n - 1) * n + n - 2];
}

// Q = H_0 H_1 ... as columns of `Q` (column-major), from the last reflection to the first.
void accumulate(std::int64_t n, const double *A, const double *tau, double *Q, const Monitor &monitor) {
  for (std::int64_t i = 0; i < n; ++i) Q[i * n + i] = 1;
  for (std::int64_t j = n - 3; j >= 0; --j) {
    if (j % look == 0) monitor.check();
    if (tau[j] == 0) continue;
    for (std::int64_t c = j + 1; c < n; ++c) {
      double *const column = Q + c * n;
      double product = 0;
      for (std::int64_t i = j + 1; i < n; ++i) product += A[i * n + j] * column[i];
      for (std::int64_t i = j + 1; i < n; ++i) column[i] -= tau[j] * product * A[i * n + j];
    }
  }
}

}  // namespace

bool symmetric_eigen(std::int64_t n, double *A, double *values, Run &run) {
  const auto &memory = run.memory;
  for (std::int64_t e = 0; e < n * n; ++e)
    if (!std::isfinite(A[e])) return false;
  Array<double> below(memory, n), tau(memory, 2 * n), work(memory, std::max<std::int64_t>(1, 2 * n)), Q(memory, n * n);
  tridiagonalise(n, A, values, below.data(), tau.data(), work.data(), run.monitor);
  accumulate(n, A, tau.data(), Q.data(), run.monitor);
  const auto order = static_cast<lapack_int>(n);
  if (LAPACKE_dsteqr_work(LAPACK_COL_MAJOR, 'V', order, values, below.data(), Q.data(), order, work.data()) != 0) return false;
  std::reverse(values, values + n);  // they come rising
  for (std::int64_t c = 0; c < n; ++c)
    for (std::int64_t i = 0; i < n; ++i) A[i * n + c] = Q[(n - 1 - c) * n + i];
  return true;
}

}  // namespace manifact
