// A = Q T Q' (linalg/eigen/tridiagonal.hpp), T = Z'diag(values) Z; the eigenvectors of A are the
// rows of Z Q'. This follows LAPACK's dsyevr, whose first and last steps use the BLAS and therefore
// depend on its threads. The eigenvectors of T are computed by LAPACK with multiple relatively
// robust representations (Dhillon, Parlett, Voemel 2006), at a cost of n per vector, independent of
// the clustering of eigenvalues. They may be orthogonal only to 1e-12, which one Newton step for
// the polar factor corrects,
//
//   Z <- Z - G Z / 2,   G = Z Z' - I,
//
// which mixes only vectors of close eigenvalues. If the correction is impossible or an eigenvector
// is not found, QL iteration is used instead.
#include "linalg/eigen/symmetric_eigen.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "linalg/dense/range.hpp"
#include "linalg/eigen/tridiagonal.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// QL iteration is faster up to this n: 21 against 24 us for n = 20, 57 against 54 us for 32.
constexpr Index small = 24;

// The ratio of n to the number of pairs from which computing a subset is faster than computing all:
// 0.46 against 0.40 ms for 22 of 80, 0.61 against 0.75 of 100.
constexpr Index few = 4;

// Up to this n all pairs are computed anyway, 4.0 against 1.6 ms: the first ones then do not depend
// on the number requested.
constexpr Index all_at_most = 300;

constexpr double largest_corrected = 1e-9;  // entries of G
constexpr double rounding = 1e-15;          // entries treated as zero
constexpr Index cached_vectors = 32;        // kept in cache while others are processed

struct Pairs {
  Array<double> values;
  Dense<double> Z;  // one vector per row; empty on failure
};

// The last `count` pairs, in reverse order; `count` is the number of rows of Z.
Pairs last_of(const Pairs &rising, Index count, ExecutionContext &run) {
  Pairs falling{Array<double>(run.memory, count),
                Dense<double>(run.memory, count, rising.Z.columns())};
  for (Index c = 0; c < count; ++c) {
    const Index from = rising.Z.rows() - 1 - c;
    falling.values[c] = rising.values[from];
    std::copy_n(rising.Z.row(from), rising.Z.columns(), falling.Z.row(c));
  }
  return falling;
}

// The lower triangle of Z Z' - I.
Dense<double> orthogonality_error(const Dense<double> &Z, ExecutionContext &run) {
  const Index count = Z.rows();
  Dense<double> G(run.memory, count, count);
  run.pool.blocks(count, worth_a_task(count * Z.stride(), cached_vectors),
                  [&](Index begin, Index end) {
                    for (Index first = 0; first < end; first += cached_vectors)
                      for (Index c = std::max(begin, first); c < end; ++c)
                        triangle_kernels().row_dots(Z.row(first), Z.stride(),
                                                    std::min(first + cached_vectors, c + 1) - first,
                                                    Z.row(c), Z.stride(), G.row(c) + first);
                    for (Index c = begin; c < end; ++c) G(c, c) -= 1;
                  });
  return G;
}

// False if G is too large for the correction.
bool reorthogonalize(Dense<double> &Z, ExecutionContext &run) {
  const Index count = Z.rows();
  const Dense<double> G = orthogonality_error(Z, run);
  double worst = 0;
  for (Index c = 0; c < count; ++c)
    for (Index d = 0; d <= c; ++d) {
      if (!(std::fabs(G(c, d)) <= largest_corrected)) return false;
      worst = std::fmax(worst, std::fabs(G(c, d)));
    }
  if (worst <= rounding) return true;
  const Dense<double> before = Z.copy();
  run.pool.blocks(count, worth_a_task(count * Z.stride(), cached_vectors),
                  [&](Index begin, Index end) {
                    for (Index c = begin; c < end; ++c)
                      for (Index d = 0; d < count; ++d) {
                        const double factor = -(d <= c ? G(c, d) : G(d, c)) / 2;
                        if (std::fabs(factor) > rounding / 2)
                          triangle_kernels().add_rows(Z.row(c), before.row(d), Z.stride(), 1,
                                                      &factor, Z.stride());
                      }
                  });
  return true;
}

// The `count` largest, from all pairs or computed alone.
Pairs by_mrrr(const Tridiagonal &T, Index n, Index count, bool all, ExecutionContext &run) {
  const auto order = static_cast<lapack_int>(n), wanted = static_cast<lapack_int>(all ? n : count);
  Pairs pairs{Array<double>(run.memory, n), Dense<double>(run.memory, wanted, T.width())};
  Array<double> diagonal = T.diagonal().copy(), off_diagonal = T.off_diagonal().copy(),
                work(run.memory, 18 * n);
  Array<lapack_int> support(run.memory, 2 * n), integers(run.memory, 10 * n);
  lapack_int found = 0;
  lapack_logical precise = 1;
  const lapack_int failure = LAPACKE_dstemr_work(
      LAPACK_COL_MAJOR, 'V', all ? 'A' : 'I', order, diagonal.data(), off_diagonal.data(), 0, 0,
      order - wanted + 1, order, &found, pairs.values.data(), pairs.Z.data(),
      static_cast<lapack_int>(T.width()), wanted, support.data(), &precise, work.data(), 18 * order,
      integers.data(), 10 * order);
  if (failure != 0 || found != wanted) return {};
  pairs = last_of(pairs, count, run);
  return reorthogonalize(pairs.Z, run) ? std::move(pairs) : Pairs{};
}

// The same by rotations only.
Pairs by_ql(const Tridiagonal &T, Index n, Index count, ExecutionContext &run) {
  Pairs pairs{T.diagonal().copy(), Dense<double>(run.memory, n, T.width())};
  Array<double> off_diagonal = T.off_diagonal().copy(), work(run.memory, 2 * n);
  for (Index i = 0; i < n; ++i) pairs.Z(i, i) = 1;
  const lapack_int failure = LAPACKE_dsteqr_work(
      LAPACK_COL_MAJOR, 'V', static_cast<lapack_int>(n), pairs.values.data(), off_diagonal.data(),
      pairs.Z.data(), static_cast<lapack_int>(T.width()), work.data());
  return failure == 0 ? last_of(pairs, count, run) : Pairs{};
}

}  // namespace

Dense<double> largest_of_symmetric(Index n, Dense<double> A, Index count, double *values,
                                   ExecutionContext &run) {
  double most = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      if (!std::isfinite(A(i, j))) return {};
      most = std::fmax(most, std::fabs(A(i, j)));
    }
  // By a power of two, which is exact.
  const int exponent = std::clamp(exponent_to_one(most), -1000, 1000);
  const double unit = std::ldexp(1.0, exponent);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) A(i, j) *= unit;
  Tridiagonal T(n, std::move(A), run);
  run.monitor.check();
  Pairs pairs;
  const bool all = n <= all_at_most || n < few * count;
  if (n > small) pairs = by_mrrr(T, n, count, all, run);
  // A part of a multiple eigenvalue, such as that of a hub and its leaves, may not be computable
  // alone.
  if (n > small && !all && pairs.Z.empty()) pairs = by_mrrr(T, n, count, true, run);
  if (pairs.Z.empty()) pairs = by_ql(T, n, count, run);
  if (pairs.Z.empty()) return {};
  run.monitor.check();
  T.apply_Q(pairs.Z);
  for (Index c = 0; c < count; ++c) values[c] = std::ldexp(pairs.values[c], -exponent);
  return std::move(pairs.Z);
}

bool symmetric_eigen(Index n, double *A, double *values, ExecutionContext &run) {
  if (n == 0) return true;
  Dense<double> square = Tridiagonal::square(n, run.memory);
  for (Index i = 0; i < n; ++i) std::copy_n(A + i * n, n, square.row(i));
  const Dense<double> Z = largest_of_symmetric(n, std::move(square), n, values, run);
  if (Z.empty()) return false;
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < n; ++c) A[i * n + c] = Z(c, i);
  return true;
}

}  // namespace manifact
