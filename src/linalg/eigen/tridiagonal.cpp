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
#include "linalg/eigen/tridiagonal.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

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

}  // namespace manifact
