#include "linalg/nnls.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace manifact {

Nnls::Nnls(std::int64_t k, const std::shared_ptr<Memory> &memory)
    : k_(k), factor_(memory, k * k), candidate_(memory, k), right_(memory, k), gradient_(memory, k), passive_(memory, k), is_passive_(memory, k) {
  if (k > std::numeric_limits<lapack_int>::max()) fail(Status::argument, "too many clusters for a dense solver: %lld", static_cast<long long>(k));
}

namespace {

// A = L L' in place, row-major lower triangle, by blocks of columns. LAPACK factors the diagonal blocks only: they are too small for a BLAS with
// threads to use them, so that the bits do not depend on its settings.
bool cholesky(double *A, std::int64_t n) noexcept {
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

// x <- (L L')^-1 x
void solve_factored(const double *L, std::int64_t n, double *x) noexcept {
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t l = 0; l < i; ++l) x[i] -= L[i * n + l] * x[l];
    x[i] /= L[i * n + i];
  }
  for (std::int64_t i = n - 1; i >= 0; --i) {
    x[i] /= L[i * n + i];
    for (std::int64_t l = 0; l < i; ++l) x[l] -= L[i * n + l] * x[i];
  }
}

}  // namespace

// candidate = A_PP^-1 b_P for the passive set P. LAPACKE's own NaN check prints; solve() checks the input, here the pivots and the result.
bool Nnls::solve_passive(const double *A, const double *b) noexcept {
  n_passive_ = 0;
  for (std::int64_t c = 0; c < k_; ++c)
    if (is_passive_[c] != 0) passive_[n_passive_++] = static_cast<std::int32_t>(c);
  const std::int64_t n = n_passive_;
  for (std::int64_t a = 0; a < n; ++a) {
    right_[a] = b[passive_[a]];
    for (std::int64_t d = 0; d < n; ++d) factor_[a * n + d] = A[passive_[a] * k_ + passive_[d]];
    if (!(factor_[a * n + a] > 0)) return false;
  }
  if (!cholesky(factor_.data(), n)) return false;
  solve_factored(factor_.data(), n, right_.data());
  for (std::int64_t c = 0; c < k_; ++c) candidate_[c] = 0;
  for (std::int64_t a = 0; a < n; ++a) {
    if (!std::isfinite(right_[a])) return false;
    candidate_[passive_[a]] = right_[a];
  }
  return true;
}

bool Nnls::solve(const double *A, const double *b, double *v) noexcept {
  double most = 0;
  for (std::int64_t e = 0; e < k_ * k_; ++e)
    if (!std::isfinite(A[e])) return false;  // a NaN would look like a gradient with nothing to gain
  for (std::int64_t c = 0; c < k_; ++c) {
    v[c] = 0;
    is_passive_[c] = 0;
    if (!std::isfinite(b[c])) return false;
    most = std::fmax(most, std::fabs(b[c]));
  }
  const double tolerance = 1e-14 * most;
  for (std::int64_t round = 0; round < 10 * k_ + 50; ++round) {
    // Free the variable with the steepest descent; none: the KKT conditions hold.
    std::int64_t steepest = -1;
    for (std::int64_t c = 0; c < k_; ++c) {
      double Av = 0;
      for (std::int64_t l = 0; l < k_; ++l) Av += A[c * k_ + l] * v[l];
      gradient_[c] = b[c] - Av;
      if (is_passive_[c] == 0 && gradient_[c] > (steepest < 0 ? tolerance : gradient_[steepest])) steepest = c;
    }
    if (steepest < 0) return true;
    is_passive_[steepest] = 1;
    for (;;) {
      if (!solve_passive(A, b)) return false;
      // As far towards the candidate as v stays >= 0; what hits zero is fixed there.
      double step = 1;
      std::int64_t blocking = -1;
      for (std::int64_t c = 0; c < k_; ++c) {
        if (is_passive_[c] == 0 || candidate_[c] > 0) continue;
        const double ratio = v[c] > 0 ? v[c] / (v[c] - candidate_[c]) : 0;
        if (ratio < step || blocking < 0) step = ratio, blocking = c;
      }
      for (std::int64_t c = 0; c < k_; ++c)
        if (is_passive_[c] != 0) v[c] += step * (candidate_[c] - v[c]);
      if (blocking < 0) break;
      v[blocking] = 0;
      is_passive_[blocking] = 0;
      if (blocking == steepest && step == 0) return true;  // rounding: no descent is left
    }
  }
  return true;  // v is feasible and within rounding of the minimum
}

}  // namespace manifact
