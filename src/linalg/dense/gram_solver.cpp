#include "linalg/dense/gram_solver.hpp"

#include <cmath>
#include <limits>

#include "linalg/eigen/symmetric_eigen.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
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

}  // namespace manifact
