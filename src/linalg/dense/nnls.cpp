#include "linalg/dense/nnls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/dense/small_cholesky.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {

Nnls::Nnls(Index k, const std::shared_ptr<Memory> &memory)
    : k_(k),
      factor_(memory, k * k),
      candidate_(memory, k),
      right_(memory, k),
      gradient_(memory, k),
      passive_(memory, k),
      is_passive_(memory, k),
      barred_(memory, k) {
  if (k > std::numeric_limits<std::int32_t>::max())
    fail(Status::argument, "too many clusters for a dense solver: %lld", static_cast<long long>(k));
}

// candidate = A_PP^-1 b_P for the passive set P. LAPACKE's own NaN check prints, so solve() checks
// the input, and this function the pivots and the result. L_aa^2 is the squared distance of column
// a to the span of the columns before it.
Nnls::Passive Nnls::solve_passive(const double *A, const double *b) noexcept {
  n_passive_ = 0;
  for (Index c = 0; c < k_; ++c)
    if (is_passive_[c] != 0) passive_[n_passive_++] = static_cast<std::int32_t>(c);
  const Index n = n_passive_;
  for (Index a = 0; a < n; ++a) {
    right_[a] = b[passive_[a]];
    for (Index d = 0; d < n; ++d) factor_[a * n + d] = A[passive_[a] * k_ + passive_[d]];
    if (!(factor_[a * n + a] > 0)) return Passive::dependent;
  }
  if (!cholesky_factor(factor_.data(), n)) return Passive::dependent;
  const double rounding = 4 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  for (Index a = 0; a < n; ++a) {
    const double pivot = factor_[a * n + a] * factor_[a * n + a];
    if (!(pivot > rounding * A[passive_[a] * (k_ + 1)])) return Passive::dependent;
  }
  cholesky_solve(factor_.data(), n, right_.data());
  for (Index c = 0; c < k_; ++c) candidate_[c] = 0;
  for (Index a = 0; a < n; ++a) {
    if (!std::isfinite(right_[a])) return Passive::infinite;
    candidate_[passive_[a]] = right_[a];
  }
  return Passive::solved;
}

// The fixed, not barred variable with the steepest descent; -1 if the KKT conditions hold.
Index Nnls::steepest(double tolerance) const noexcept {
  Index best = -1;
  for (Index c = 0; c < k_; ++c)
    if (is_passive_[c] == 0 && barred_[c] == Bar::none &&
        gradient_[c] > (best < 0 ? tolerance : gradient_[best]))
      best = c;
  return best;
}

// Frees variable t and moves v to the minimum over a passive set. If t yields no descent, v stays
// and t is barred.
Nnls::Move Nnls::free_variable(Index t, const double *A, const double *b, double *v) noexcept {
  is_passive_[t] = 1;
  for (bool moved = false;; moved = true) {
    const Passive found = solve_passive(A, b);
    if (found == Passive::infinite) return Move::infinite;
    if (found == Passive::dependent) {
      if (moved) return Move::done;  // because of rounding: part of a set that was independent
      is_passive_[t] = 0;
      barred_[t] = Bar::until_removal;
      return Move::none;
    }
    // Moves v toward the candidate as far as v >= 0 allows; a variable that reaches 0 is fixed
    // there.
    double step = 1;
    Index blocking = -1;
    for (Index c = 0; c < k_; ++c) {
      if (is_passive_[c] == 0 || candidate_[c] > 0) continue;
      const double ratio = v[c] > 0 ? v[c] / (v[c] - candidate_[c]) : 0;
      if (ratio < step || blocking < 0) step = ratio, blocking = c;
    }
    if (blocking == t && step == 0) {  // its gradient is rounding error
      is_passive_[t] = 0;
      barred_[t] = Bar::until_move;
      return moved ? Move::done : Move::none;
    }
    for (Index c = 0; c < k_; ++c)
      if (is_passive_[c] != 0) v[c] += step * (candidate_[c] - v[c]);
    if (blocking < 0) return Move::done;
    v[blocking] = 0;
    is_passive_[blocking] = 0;
    std::fill(barred_.begin(), barred_.end(), Bar::none);
  }
}

bool Nnls::solve(const double *A, const double *b, double *v) noexcept {
  double most = 0;
  for (Index e = 0; e < k_ * k_; ++e)
    if (!std::isfinite(A[e])) return false;  // a NaN would look like a gradient without descent
  for (Index c = 0; c < k_; ++c) {
    v[c] = 0;
    is_passive_[c] = 0;
    barred_[c] = Bar::none;
    if (!std::isfinite(b[c])) return false;
    most = std::fmax(most, std::fabs(b[c]));
  }
  const double tolerance = 1e-14 * most;
  for (Index round = 0; round < 10 * k_ + 50; ++round) {
    for (Index c = 0; c < k_; ++c) {
      double Av = 0;
      for (Index l = 0; l < k_; ++l) Av += A[c * k_ + l] * v[l];
      gradient_[c] = b[c] - Av;
      if (barred_[c] == Bar::until_move) barred_[c] = Bar::none;
    }
    Move move = Move::none;
    for (Index t; move == Move::none && (t = steepest(tolerance)) >= 0;)
      move = free_variable(t, A, b, v);
    if (move != Move::done) return move == Move::none;
  }
  return true;  // v is feasible and within rounding of the minimum
}

template <class T>
void solve_nnls_rows(const Dense<T> &A, const Dense<T> &B, Dense<T> &V, ExecutionContext &run) {
  constexpr Index step = 32;  // rows per task
  const Index n = V.rows(), k = V.columns(), threads = std::min(run.pool.threads(), n);
  Array<double> M(run.memory, k * k), sides(run.memory, threads * 2 * k);
  double most = 0;
  for (Index c = 0; c < k; ++c) most = std::fmax(most, static_cast<double>(A(c, c)));
  for (Index c = 0; c < k; ++c)
    for (Index d = 0; d < k; ++d)
      M[c * k + d] = static_cast<double>(A(c, d)) + (c == d ? nnls_ridge * most : 0);
  std::vector<Nnls> solvers;
  for (Index t = 0; t < threads; ++t) solvers.emplace_back(k, run.memory);
  parallel_rows(run, threads, 0, n, step, [&](Index t, Index begin, Index end) {
    double *const b = sides.data() + t * 2 * k, *const v = b + k;
    for (Index i = begin; i < end; ++i) {
      for (Index c = 0; c < k; ++c) b[c] = static_cast<double>(B(i, c));
      if (!solvers[static_cast<std::size_t>(t)].solve(M.data(), b, v)) continue;
      for (Index c = 0; c < k; ++c) V(i, c) = static_cast<T>(v[c]);
    }
  });
}

template void solve_nnls_rows<float>(const Dense<float> &, const Dense<float> &, Dense<float> &,
                                     ExecutionContext &);
template void solve_nnls_rows<double>(const Dense<double> &, const Dense<double> &, Dense<double> &,
                                      ExecutionContext &);

}  // namespace manifact
