// The loops of linalg/simd/kernels.hpp on the lower triangle of a symmetric matrix; part of
// kernels_body.hpp.
#pragma once

#include "linalg/simd/kernels_vectors.hpp"

namespace manifact::MANIFACT_ISA {
namespace {

// No wider than a register. The baseline with quads, which do not fit in registers, takes 667 ms
// instead of 101 for 22 eigenvectors of 1000 rows.
#if defined(__AVX__)
constexpr int vector_bytes = MANIFACT_WIDE;
#else
constexpr int vector_bytes = 16;
#endif
typedef double Vector __attribute__((vector_size(vector_bytes)));
constexpr int64_t vector = static_cast<int64_t>(sizeof(Vector) / sizeof(double));

inline double sum_of(const Vector &v) noexcept {
  double sum = 0;
  for (int64_t l = 0; l < vector; ++l) sum += v[l];
  return sum;
}

// Several rows at once, so that a loaded vector is used R times and the sums are independent of
// each other.
template <int R>
inline void some_row_dots(const double *A, int64_t stride, const double *x, int64_t width,
                          double *out) noexcept {
  Vector sum[R] = {};
  for (int64_t l = 0; l < width; l += vector) {
    const Vector own = at<Vector>(x + l).value;
    for (int r = 0; r < R; ++r) sum[r] += at<Vector>(A + r * stride + l).value * own;
  }
  for (int r = 0; r < R; ++r) out[r] = sum_of(sum[r]);
}

inline void row_dots(const double *A, int64_t stride, int64_t rows, const double *x, int64_t width,
                     double *out) noexcept {
  int64_t r = 0;
  for (; r + 4 <= rows; r += 4) some_row_dots<4>(A + r * stride, stride, x, width, out + r);
  for (; r < rows; ++r) some_row_dots<1>(A + r * stride, stride, x, width, out + r);
}

template <int N>
inline void add_rows_to(double *out, const double *A, int64_t stride, int64_t rows,
                        const double *factor) noexcept {
  Vector sum[N];
  for (int v = 0; v < N; ++v) sum[v] = at<Vector>(out + v * vector).value;
  for (int64_t r = 0; r < rows; ++r)
    for (int v = 0; v < N; ++v) sum[v] += factor[r] * at<Vector>(A + r * stride + v * vector).value;
  for (int v = 0; v < N; ++v) at<Vector>(out + v * vector).value = sum[v];
}

inline void add_rows(double *out, const double *A, int64_t stride, int64_t rows,
                     const double *factor, int64_t width) noexcept {
  if (rows == 0) return;  // A may be null
  int64_t l = 0;
  for (; l + 4 * vector <= width; l += 4 * vector)
    add_rows_to<4>(out + l, A + l, stride, rows, factor);
  for (; l < width; l += vector) add_rows_to<1>(out + l, A + l, stride, rows, factor);
}

// Four rows at a time: A is read once, both as rows and as columns.
inline void triangle_product(const double *A, int64_t stride, int64_t begin, int64_t end,
                             const double *x, double *out) noexcept {
  constexpr int64_t tile = TriangleKernels::tile;
  for (int64_t i = begin; i < end; i += 4) {
    const double *const row = A + i * stride;
    const int64_t whole = i / tile * tile;  // columns with symmetric counterparts
    Vector sum[4] = {}, own[4];
    for (int r = 0; r < 4; ++r) own[r] = Vector{} + x[i + r];
    for (int64_t l = 0; l < whole; l += vector) {
      const Vector other = at<Vector>(x + l).value;
      Vector to = at<Vector>(out + l).value;
      for (int r = 0; r < 4; ++r) {
        const Vector a = at<Vector>(row + r * stride + l).value;
        sum[r] += a * other;
        to += a * own[r];
      }
      at<Vector>(out + l).value = to;
    }
    for (int64_t l = whole; l < whole + tile; l += vector)
      for (int r = 0; r < 4; ++r)
        sum[r] += at<Vector>(row + r * stride + l).value * at<Vector>(x + l).value;
    for (int r = 0; r < 4; ++r) out[i + r] += sum_of(sum[r]);
  }
}

// A part of four rows, N vectors wide.
template <int N>
inline void update_part(double *A, int64_t stride, int64_t i, int64_t column, const double *V,
                        const double *W, int64_t count) noexcept {
  Vector sum[4][N] = {};
  for (int64_t r = 0; r < count; ++r, V += stride, W += stride) {
    for (int n = 0; n < N; ++n) {
      const Vector v = at<Vector>(V + column + n * vector).value;
      const Vector w = at<Vector>(W + column + n * vector).value;
      for (int s = 0; s < 4; ++s) sum[s][n] += V[i + s] * w + W[i + s] * v;
    }
  }
  for (int s = 0; s < 4; ++s)
    for (int n = 0; n < N; ++n)
      at<Vector>(A + (i + s) * stride + column + n * vector).value -= sum[s][n];
}

inline void triangle_update(double *A, int64_t stride, int64_t begin, int64_t end, const double *V,
                            const double *W, int64_t count) noexcept {
  constexpr int64_t tile = TriangleKernels::tile, strip = 64;  // columns of V and W kept in cache
  for (int64_t first = 0; first < end; first += strip)
    for (int64_t i = first < begin ? begin : first; i < end; i += 4) {
      const int64_t all = i / tile * tile + tile, last = all < first + strip ? all : first + strip;
      int64_t column = first;
      for (; column + 2 * vector <= last; column += 2 * vector)
        update_part<2>(A, stride, i, column, V, W, count);
      for (; column < last; column += vector) update_part<1>(A, stride, i, column, V, W, count);
    }
}

}  // namespace
}  // namespace manifact::MANIFACT_ISA
