// A = Q T Q', T = Z'diag(values) Z; the eigenvectors of A are the
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
#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Householder reduction from the last row up: H_i = I - tau_i v_i v_i' eliminates row i to the left
// of its subdiagonal entry,
//
//   T = H_2 .. H_n-1 A H_n-1 .. H_2,      Q = H_n-1 .. H_2.
//
// With p = tau A v and w = p - tau/2 (p'v) v, H A H = A - v w' - w v'. This is done for a panel of
// rows at once (Dongarra, Sorensen, Hammarling 1989): with V, W the rows of the panel so far and A
// as before the panel,
//
//   row_i = A_i - sum_r (V_ri W_r + W_ri V_r),      p = tau (A v - V'(W v) - W'(V v)),
//   then A -= V'W + W'V once.
//
// So A is read once per row, and only its lower triangle. Reflections are applied back in blocks,
// H_j .. H_i = I - V'T V (Schreiber, Van Loan 1989).

constexpr Index tile = TriangleKernels::tile;
constexpr Index panel = 16;  // rows
constexpr Index whole = 32;  // up to this many rows form one panel
// Entries of A that are worth a task: for an update, once per panel; for a product, once per row,
// where threads would synchronize more often.
constexpr Index updated = 1 << 16, multiplied = 1 << 18;
constexpr Index most_tasks = 32;
constexpr Index block = 32;         // reflections applied back together
constexpr Index least_vectors = 8;  // minimum per task
constexpr double nothing = 1e-280;  // a negligible square if entries are around 1

constexpr Index up(Index x) noexcept { return (x + tile - 1) / tile * tile; }

// The first row of part t of `parts` parts of about equal area of a triangle of `width` rows.
Index beginning(Index width, Index t, Index parts) noexcept {
  if (t == 0 || t == parts) return t == 0 ? 0 : width;
  return up(static_cast<Index>(static_cast<double>(width) *
                               std::sqrt(static_cast<double>(t) / static_cast<double>(parts))));
}

Index parts_of(Index width, Index entries) noexcept {
  return std::clamp<Index>(width * width / 2 / entries, 1, most_tasks);
}

}  // namespace

Dense<double> Tridiagonal::square(Index n, const std::shared_ptr<Memory> &memory) {
  return Dense<double>(memory, up(n), up(n));
}

Tridiagonal::Tridiagonal(Index n, Dense<double> A, ExecutionContext &run)
    : n_(n),
      run_(run),
      A_(std::move(A)),
      W_(run.memory, std::max(whole, panel), A_.stride()),
      parts_(run.memory, parts_of(A_.stride(), multiplied), A_.stride()),
      diagonal_(run.memory, n),
      off_diagonal_(run.memory, n),
      tau_(run.memory, up(n)) {
  reduce();
  W_ = Dense<double>();
  parts_ = Dense<double>();
}

void Tridiagonal::reduce() {
  for (Index i = 0; i < n_; ++i)
    for (Index j = i / tile * tile; j < i; ++j) A_(j, i) = A_(i, j);
  for (Index last = n_; last > 0;) {  // rows before `last` remain
    run_.monitor.check();
    const Index first = last <= whole ? 0 : up(last - panel);
    for (Index i = last - 1; i >= first; --i) reflect(i, last);
    update(first, last);
    last = first;
  }
}

// Rows i+1 .. last-1 are the panel so far; the w of row r is stored in row r modulo the rows of W.
void Tridiagonal::reflect(Index i, Index last) {
  const TriangleKernels &kernels = triangle_kernels();
  const Index stride = A_.stride(), count = last - 1 - i;
  double *const v = A_.row(i), *const w = W_.row(W_.rows() - last + i);
  const double *const V = A_.row(i) + stride, *const W = w + stride;
  double factors[2 * std::max(whole, panel)], *const more = factors + count;
  for (Index r = 0; r < count; ++r) {
    factors[r] = -V[r * stride + i];
    more[r] = -W[r * stride + i];
  }
  kernels.add_rows(v, W, stride, count, factors, up(i + 1));
  kernels.add_rows(v, V, stride, count, more, up(i + 1));
  std::fill_n(w, stride, 0.0);
  diagonal_[i] = v[i];
  std::fill(v + i, v + stride, 0.0);
  if (i == 0) return;
  const Index width = up(i);
  const double head = v[i - 1];
  double square = 0;
  v[i - 1] = 0;
  kernels.row_dots(v, stride, 1, v, width, &square);
  off_diagonal_[i - 1] = head;
  if (!(square > nothing)) return std::fill_n(v, width, 0.0), void();
  const double length = std::sqrt(square + head * head),
               whole_head = head >= 0 ? head + length : head - length;
  const double tau = tau_[i] = std::fabs(whole_head) / length;  // 2 / v'v for v scaled to v_i-1 = 1
  off_diagonal_[i - 1] = head >= 0 ? -length : length;
  for (Index l = 0; l < i - 1; ++l) v[l] *= 1 / whole_head;
  v[i - 1] = 1;
  product(v, width, w);
  kernels.row_dots(W, stride, count, v, width, factors);
  kernels.row_dots(V, stride, count, v, width, more);
  for (Index r = 0; r < 2 * count; ++r) factors[r] = -factors[r];
  kernels.add_rows(w, V, stride, count, factors, width);
  kernels.add_rows(w, W, stride, count, more, width);
  for (Index l = 0; l < i; ++l) w[l] *= tau;
  std::fill(w + i, w + stride, 0.0);  // exclude the rows of the panel
  double inner = 0;
  kernels.row_dots(w, stride, 1, v, width, &inner);
  inner *= -tau / 2;
  kernels.add_rows(w, v, stride, 1, &inner, width);
}

// out = A v; out must be zero.
void Tridiagonal::product(const double *v, Index width, double *out) {
  const TriangleKernels &kernels = triangle_kernels();
  const Index stride = A_.stride(), parts = parts_of(width, multiplied);
  if (parts == 1) return kernels.product(A_.data(), stride, 0, width, v, out);
  run_.pool.each(parts, [&](Index t) {
    std::fill_n(parts_.row(t), width, 0.0);
    kernels.product(A_.data(), stride, beginning(width, t, parts), beginning(width, t + 1, parts),
                    v, parts_.row(t));
  });
  double ones[most_tasks];
  std::fill_n(ones, parts, 1.0);
  kernels.add_rows(out, parts_.data(), stride, parts, ones, width);
}

// Applies the panel of rows `rows` .. last-1 to all rows before it.
void Tridiagonal::update(Index rows, Index last) {
  const Index stride = A_.stride(), parts = parts_of(rows, updated);
  run_.pool.each(rows > 0 ? parts : 0, [&](Index t) {
    triangle_kernels().update(A_.data(), stride, beginning(rows, t, parts),
                              beginning(rows, t + 1, parts), A_.row(rows),
                              W_.row(W_.rows() - last + rows), last - rows);
  });
}

// T for the reflections of block `first`. Appending one gives (I - tau v v')(I - V'T V), whose new
// row of T is -tau (v'V') T, tau.
void Tridiagonal::gather(Index first, double *T) const {
  const Index stride = A_.stride(), end = std::min(first + block, n_);
  double inner[block];
  for (Index i = first; i < end; ++i) {
    double *const row = T + (i - first) * block;
    triangle_kernels().row_dots(A_.row(first), stride, i - first, A_.row(i), up(i), inner);
    for (Index r = 0; r < i - first; ++r) inner[r] *= -tau_[i];
    triangle_kernels().add_rows(row, T, block, i - first, inner, block);
    row[i - first] = tau_[i];
  }
}

void Tridiagonal::apply_Q(Dense<double> &Z) {
  const TriangleKernels &kernels = triangle_kernels();
  const Index stride = A_.stride(), blocks = (n_ + block - 1) / block;
  Dense<double> T(run_.memory, blocks * block, block);
  run_.pool.blocks(blocks, worth_a_task(block * block / 2 * n_, 1), [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b) gather(b * block, T.row(b * block));
  });
  run_.pool.blocks(Z.rows(), worth_a_task(n_ * n_, least_vectors), [&](Index begin, Index end) {
    for (Index b = 0; b < blocks; ++b) {
      const Index first = b * block, count = std::min(block, n_ - first), width = up(first + count);
      double inner[block] = {}, factors[block];
      for (Index c = begin; c < end; ++c) {
        kernels.row_dots(A_.row(first), stride, count, Z.row(c), width, inner);
        kernels.row_dots(T.row(first), block, count, inner, block, factors);
        for (Index r = 0; r < count; ++r) factors[r] = -factors[r];
        kernels.add_rows(Z.row(c), A_.row(first), stride, count, factors, width);
      }
    }
  });
}

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
