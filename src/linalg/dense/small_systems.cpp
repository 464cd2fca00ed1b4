#include "linalg/dense/small_systems.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/eigen/symmetric_eigen.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
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

namespace {

// 1 / sqrt(A_cc), 0 for a zero column.
template <class T>
Array<double> unit_diagonal(const Dense<T> &A, ExecutionContext &run) {
  Array<double> scale(run.memory, A.columns());
  for (Index c = 0; c < scale.size(); ++c) {
    const double square = static_cast<double>(A(c, c));
    scale[c] = square > 0 ? 1 / std::sqrt(square) : 0;
    if (!std::isfinite(square))
      fail(Status::numerics, "a factor is not finite: the squared norm of column %lld is %g",
           static_cast<long long>(c), square);
  }
  return scale;
}

// diag(scale) A diag(scale), 1 on the diagonal of a zero column.
template <class T>
Array<double> scaled_gram(const Dense<T> &A, const Array<double> &scale, ExecutionContext &run) {
  const Index k = scale.size();
  Array<double> scaled(run.memory, k * k);
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < k; ++b)
      scaled[a * k + b] = a == b ? 1 : static_cast<double>(A(a, b)) * scale[a] * scale[b];
  return scaled;
}

}  // namespace

template <class T>
GramSolver::GramSolver(const Dense<T> &A, ExecutionContext &run)
    : k_(A.columns()), scale_(unit_diagonal(A, run)), copy_(run.memory, A.columns()) {
  const double rounding =
      static_cast<double>(std::numeric_limits<T>::epsilon()) * static_cast<double>(8 * k_);
  const Array<double> scaled = scaled_gram(A, scale_, run);
  factor_ = scaled.copy();
  if (factorize(rounding)) return;
  singular_ = true;
  invert(scaled, std::fmax(1e-10, rounding), run);
}

// Cholesky in place, of the lower triangle. False if a pivot is within rounding error of zero.
bool GramSolver::factorize(double least) noexcept {
  for (Index a = 0; a < k_; ++a)
    for (Index b = 0; b <= a; ++b) {
      double sum = factor_[a * k_ + b];
      for (Index l = 0; l < b; ++l) sum -= factor_[a * k_ + l] * factor_[b * k_ + l];
      if (a == b && !(sum > least)) return false;
      factor_[a * k_ + b] = a == b ? std::sqrt(sum) : sum / factor_[b * k_ + b];
    }
  return true;
}

void GramSolver::invert(const Array<double> &scaled, double least, ExecutionContext &run) {
  Array<double> Q = scaled.copy(), values(run.memory, k_);
  if (!symmetric_eigen(k_, Q.data(), values.data(), run))
    fail(Status::numerics, "the Gram matrix of a factor has no finite eigenvalues");
  for (Index a = 0; a < k_; ++a)
    for (Index b = 0; b < k_; ++b) {
      double sum = 0;
      for (Index l = 0; l < k_ && values[l] > least * values[0]; ++l)
        sum += Q[a * k_ + l] * Q[b * k_ + l] / values[l];
      factor_[a * k_ + b] = sum;
    }
}

void GramSolver::solve(double *b) noexcept {
  for (Index a = 0; a < k_; ++a) copy_[a] = b[a] * scale_[a];
  if (singular_) {
    for (Index a = 0; a < k_; ++a) {
      b[a] = 0;
      for (Index l = 0; l < k_; ++l) b[a] += factor_[a * k_ + l] * copy_[l];
      b[a] *= scale_[a];
    }
    return;
  }
  for (Index a = 0; a < k_; ++a) {
    for (Index l = 0; l < a; ++l) copy_[a] -= factor_[a * k_ + l] * copy_[l];
    copy_[a] /= factor_[a * k_ + a];
  }
  for (Index a = k_ - 1; a >= 0; --a) {
    for (Index l = a + 1; l < k_; ++l) copy_[a] -= factor_[l * k_ + a] * copy_[l];
    copy_[a] /= factor_[a * k_ + a];
    b[a] = copy_[a] * scale_[a];
  }
}

template <class T>
Dense<T> solve_core(const Dense<T> &A, const Dense<T> &R, const Dense<T> &B,
                    ExecutionContext &run) {
  const Index r = A.columns(), c = B.columns();
  GramSolver left(A, run), right(B, run);
  Array<double> half(run.memory, c * r), row(run.memory, c);  // column by column of A^-1 R
  for (Index j = 0; j < c; ++j) {
    for (Index i = 0; i < r; ++i) half[j * r + i] = static_cast<double>(R(i, j));
    left.solve(half.data() + j * r);
  }
  Dense<T> Y(run.memory, r, c);
  for (Index i = 0; i < r; ++i) {
    for (Index j = 0; j < c; ++j) row[j] = half[j * r + i];
    right.solve(row.data());
    for (Index j = 0; j < c; ++j) Y(i, j) = static_cast<T>(row[j]);
  }
  return Y;
}

template <class T>
Dense<T> inverse_of_gram(const Dense<T> &A, ExecutionContext &run) {
  const Index k = A.columns();
  GramSolver solver(A, run);
  Dense<T> inverse(run.memory, k, k);
  Array<double> column(run.memory, k);
  for (Index c = 0; c < k; ++c) {
    for (Index a = 0; a < k; ++a) column[a] = a == c ? 1 : 0;
    solver.solve(column.data());
    for (Index a = 0; a < k; ++a) inverse(a, c) = static_cast<T>(column[a]);
  }
  return inverse;
}

template <class T>
double condition_of_gram(const Dense<T> &A, ExecutionContext &run) {
  const Index k = A.columns();
  const Array<double> scale = unit_diagonal(A, run);
  Array<double> scaled = scaled_gram(A, scale, run), values(run.memory, k);
  if (!symmetric_eigen(k, scaled.data(), values.data(), run)) return INFINITY;
  return values[k - 1] > 0 ? values[0] / values[k - 1] : INFINITY;
}

#define MANIFACT_INSTANTIATE(T)                                                         \
  template GramSolver::GramSolver(const Dense<T> &, ExecutionContext &);                \
  template Dense<T> solve_core<T>(const Dense<T> &, const Dense<T> &, const Dense<T> &, \
                                  ExecutionContext &);                                  \
  template Dense<T> inverse_of_gram<T>(const Dense<T> &, ExecutionContext &);           \
  template double condition_of_gram<T>(const Dense<T> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

Nnls::Nnls(Index k, const std::shared_ptr<Memory> &memory)
    : k_(k),
      factor_(memory, k * k),
      forward_(memory, k),
      right_(memory, k),
      gradient_(memory, k),
      passive_(memory, k),
      is_passive_(memory, k),
      barred_(memory, k) {
  if (k > std::numeric_limits<std::int32_t>::max())
    fail(Status::argument, "too many clusters for a dense solver: %lld", static_cast<long long>(k));
}

// The row of the factor for the next free variable. L_aa^2 is the squared distance of its column to
// the span of the columns before it; false if that is rounding error.
bool Nnls::append_row(const double *A, const double *b) noexcept {
  const Index a = n_factored_, own = passive_[a];
  const double diagonal = A[own * (k_ + 1)];
  double *const row = factor_.data() + a * k_;
  double square = diagonal, right = b[own];
  for (Index d = 0; d < a; ++d) {
    const double *const other = factor_.data() + d * k_;
    double sum = A[own * k_ + passive_[d]];
    for (Index l = 0; l < d; ++l) sum -= row[l] * other[l];
    row[d] = sum / other[d];
    square -= row[d] * row[d];
    right -= row[d] * forward_[d];
  }
  const double rounding =
      4 * static_cast<double>(n_passive_) * std::numeric_limits<double>::epsilon();
  if (!(diagonal > 0 && square > rounding * diagonal)) return false;
  row[a] = std::sqrt(square);
  forward_[a] = right / row[a];
  ++n_factored_;
  return true;
}

// right = A_PP^-1 b_P for the passive set P.
Nnls::Passive Nnls::solve_passive(const double *A, const double *b) noexcept {
  while (n_factored_ < n_passive_)
    if (!append_row(A, b)) return Passive::dependent;
  for (Index a = n_passive_ - 1; a >= 0; --a) {
    double sum = forward_[a];
    for (Index d = a + 1; d < n_passive_; ++d) sum -= factor_[d * k_ + a] * right_[d];
    right_[a] = sum / factor_[a * k_ + a];
    if (!std::isfinite(right_[a])) return Passive::infinite;
  }
  return Passive::solved;
}

// b - A v: only free variables are not 0.
void Nnls::set_gradient(const double *A, const double *b, const double *v) noexcept {
  double *const gradient = gradient_.data();
  std::copy_n(b, k_, gradient);
  for (Index a = 0; a < n_passive_; ++a) {
    const double *const column = A + passive_[a] * k_;  // A is symmetric
    const double x = v[passive_[a]];
    for (Index c = 0; c < k_; ++c) gradient[c] -= column[c] * x;
  }
}

// The fixed, not barred variable with the steepest descent; -1 if the KKT conditions hold.
Index Nnls::steepest(double tolerance) const noexcept {
  Index best = -1;
  for (Index c = 0; c < k_; ++c)
    if (gradient_[c] > (best < 0 ? tolerance : gradient_[best]) && is_passive_[c] == 0 &&
        barred_[c] == Bar::none)
      best = c;
  return best;
}

void Nnls::fix_variable(Index t) noexcept {
  is_passive_[t] = 0;
  const auto end = passive_.begin() + n_passive_;
  const auto place = std::find(passive_.begin(), end, static_cast<std::int32_t>(t));
  n_factored_ = std::min<Index>(n_factored_, place - passive_.begin());
  std::copy(place + 1, end, place);
  --n_passive_;
}

// Frees variable t and moves v to the minimum over a passive set. If t yields no descent, v stays
// and t is barred.
Nnls::Move Nnls::free_variable(Index t, const double *A, const double *b, double *v) noexcept {
  is_passive_[t] = 1;
  passive_[n_passive_++] = static_cast<std::int32_t>(t);
  for (bool moved = false;; moved = true) {
    const Passive found = solve_passive(A, b);
    if (found == Passive::infinite) return Move::infinite;
    if (found == Passive::dependent) {
      if (moved) return Move::done;  // because of rounding: part of a set that was independent
      fix_variable(t);
      barred_[t] = Bar::until_removal;
      return Move::none;
    }
    // Moves v toward the minimum as far as v >= 0 allows; a variable that reaches 0 is fixed
    // there.
    double step = 1;
    Index blocking = -1;
    for (Index a = 0; a < n_passive_; ++a) {
      const Index c = passive_[a];
      if (right_[a] > 0) continue;
      const double ratio = v[c] > 0 ? v[c] / (v[c] - right_[a]) : 0;
      if (blocking < 0 || ratio < step || (ratio == step && c < blocking))
        step = ratio, blocking = c;
    }
    if (blocking == t && step == 0) {  // its gradient is rounding error
      fix_variable(t);
      barred_[t] = Bar::until_move;
      return moved ? Move::done : Move::none;
    }
    for (Index a = 0; a < n_passive_; ++a) {
      double &x = v[passive_[a]];
      x += step * (right_[a] - x);
    }
    if (blocking < 0) return Move::done;
    v[blocking] = 0;
    fix_variable(blocking);
    std::fill(barred_.begin(), barred_.end(), Bar::none);
  }
}

bool Nnls::solve(const double *A, const double *b, double *v) noexcept {
  for (Index e = 0; e < k_ * k_; ++e)
    if (!std::isfinite(A[e])) return false;  // a NaN would look like a gradient without descent
  return solve_finite(A, b, v);
}

bool Nnls::solve_finite(const double *A, const double *b, double *v) noexcept {
  double most = 0;
  n_passive_ = n_factored_ = 0;
  for (Index c = 0; c < k_; ++c) {
    v[c] = 0;
    is_passive_[c] = 0;
    barred_[c] = Bar::none;
    if (!std::isfinite(b[c])) return false;
    most = std::fmax(most, std::fabs(b[c]));
  }
  const double tolerance = 1e-14 * most;
  for (Index round = 0; round < 10 * k_ + 50; ++round) {
    set_gradient(A, b, v);
    for (Bar &bar : barred_)
      if (bar == Bar::until_move) bar = Bar::none;
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
  T largest = 0;
  for (Index c = 0; c < k; ++c) largest = std::fmax(largest, A(c, c));
  const double most = static_cast<double>(largest);
  for (Index c = 0; c < k; ++c)
    for (Index d = 0; d < k; ++d)
      M[c * k + d] = static_cast<double>(A(c, d)) + (c == d ? nnls_ridge * most : 0);
  const bool is_finite = std::all_of(M.begin(), M.end(), [](double x) { return std::isfinite(x); });
  std::vector<Nnls> solvers;
  for (Index t = 0; t < threads; ++t) solvers.emplace_back(k, run.memory);
  parallel_rows(run, threads, 0, n, step, [&](Index t, Index begin, Index end) {
    double *const b = sides.data() + t * 2 * k, *const v = b + k;
    for (Index i = begin; i < end; ++i) {
      for (Index c = 0; c < k; ++c) b[c] = static_cast<double>(B(i, c));
      if (!is_finite || !solvers[static_cast<std::size_t>(t)].solve_finite(M.data(), b, v))
        continue;
      for (Index c = 0; c < k; ++c) V(i, c) = static_cast<T>(v[c]);
    }
  });
}

template void solve_nnls_rows<float>(const Dense<float> &, const Dense<float> &, Dense<float> &,
                                     ExecutionContext &);
template void solve_nnls_rows<double>(const Dense<double> &, const Dense<double> &, Dense<double> &,
                                      ExecutionContext &);

}  // namespace manifact
