// The loops of linalg/simd/panels.hpp; part of kernels_body.hpp.
#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "linalg/simd/kernels_vectors.hpp"
#include "linalg/simd/panels.hpp"

namespace manifact::MANIFACT_ISA {
namespace {

// Tiles fill the registers: 32 of 64 bytes, 16 of 32 bytes, 16 of 16 bytes without a fused
// multiply-add, which needs one more for the product.
#if defined(__AVX512F__)
constexpr int panel_vector_bytes = 64, tile_rows = 14, group_vectors = 4;
constexpr int group_rows(int) noexcept { return 7; }
#elif defined(__AVX2__)
constexpr int panel_vector_bytes = 32, tile_rows = 6, group_vectors = 3;
constexpr int group_rows(int vectors) noexcept {
  constexpr int rows[] = {0, 8, 6, 4};
  return rows[vectors];
}
#else
constexpr int panel_vector_bytes = 16, tile_rows = 4, group_vectors = 3;
constexpr int group_rows(int) noexcept { return 3; }
#endif
template <class T>
struct PanelVectors;
template <>
struct PanelVectors<double> {
  typedef double type __attribute__((vector_size(panel_vector_bytes)));
};
template <>
struct PanelVectors<float> {
  typedef float type __attribute__((vector_size(panel_vector_bytes)));
};

template <class T, int V>
void tile(int64_t inner, const T *A, int64_t A_step, const T *B, T *C, int64_t stride,
          bool add) noexcept {
  using Vector = typename PanelVectors<T>::type;
  constexpr int one = panel_vector_bytes / static_cast<int>(sizeof(T));
  // A is often larger than the cache: the rows of the next tile are prefetched to the second level,
  // one cache line at a time. In the first level they would replace the panel.
  constexpr int64_t line = 64 / sizeof(T);
  Vector sum[tile_rows][V];
  for (auto &row : sum)
    for (Vector &s : row) s = Vector{};
  for (int64_t l = 0; l < inner; ++l) {
    Vector b[V];
#pragma GCC unroll 2
    for (int v = 0; v < V; ++v) b[v] = at<Vector>(B + (l * V + v) * one).value;
    if (l % line == 0)
      for (int r = 0; r < tile_rows; ++r)
        __builtin_prefetch(A + (tile_rows + r) * A_step + l, 0, 2);
#pragma GCC unroll 14
    for (int r = 0; r < tile_rows; ++r) {
      const T a = A[r * A_step + l];
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v) sum[r][v] += a * b[v];
    }
  }
#pragma GCC unroll 14
  for (int r = 0; r < tile_rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < V; ++v) {
      Unaligned<Vector> &c = at<Vector>(C + r * stride + v * one);
      c.value = add ? c.value + sum[r][v] : sum[r][v];
    }
}

// Adjacent terms of a row for each column of a vector, and the sums of the terms of each column.
// The first is one instruction with a memory operand, where that exists. The variants with a mask
// of ones are the same instructions, without GCC's false warnings of undefined values.
#if defined(__AVX512F__)
template <class T>
constexpr int vector_terms = 16 / static_cast<int>(sizeof(T));
inline __m512 terms_of(const float *a) noexcept {
  return _mm512_maskz_broadcast_f32x4(0xFFFF, _mm_loadu_ps(a));
}
inline __m512d terms_of(const double *a) noexcept {
  return _mm512_maskz_broadcast_f64x2(0xFF, _mm_loadu_pd(a));
}
inline void sum_terms(const PanelVectors<float>::type &sums, float *out) noexcept {
  __m512 x = reinterpret_cast<const __m512 &>(sums);
  x = _mm512_add_ps(x, _mm512_maskz_permute_ps(0xFFFF, x, 0xB1));
  x = _mm512_add_ps(x, _mm512_maskz_permute_ps(0xFFFF, x, 0x4E));
  const __m512i first = _mm512_setr_epi32(0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12);
  x = _mm512_maskz_permutexvar_ps(0xFFFF, first, x);
  _mm_storeu_ps(out, reinterpret_cast<const __m128 &>(x));
}
inline void sum_terms(const PanelVectors<double>::type &sums, double *out) noexcept {
  __m512d x = reinterpret_cast<const __m512d &>(sums);
  x = _mm512_add_pd(x, _mm512_maskz_permute_pd(0xFF, x, 0x55));
  const __m512i first = _mm512_setr_epi64(0, 2, 4, 6, 0, 2, 4, 6);
  x = _mm512_maskz_permutexvar_pd(0xFF, first, x);
  _mm256_storeu_pd(out, reinterpret_cast<const __m256d &>(x));
}
#elif defined(__AVX2__)
// Vectors of 8 columns would be half empty for few columns; those of 4 columns are not.
template <class T>
constexpr int vector_terms = 8 / static_cast<int>(sizeof(T));
inline __m256 terms_of(const float *a) noexcept {
  double pair;
  __builtin_memcpy(&pair, a, sizeof pair);
  return _mm256_castpd_ps(_mm256_set1_pd(pair));
}
inline __m256d terms_of(const double *a) noexcept { return _mm256_broadcast_sd(a); }
inline void sum_terms(__m256 x, float *out) noexcept {
  _mm_storeu_ps(out, _mm_hadd_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1)));
}
inline void sum_terms(__m256d x, double *out) noexcept { _mm256_storeu_pd(out, x); }
#else
template <class T>
constexpr int vector_terms = 1;
template <class T>
inline typename PanelVectors<T>::type terms_of(const T *a) noexcept {
  return *a - typename PanelVectors<T>::type{};
}
template <class T>
inline void sum_terms(const typename PanelVectors<T>::type &sums, T *out) noexcept {
  at<typename PanelVectors<T>::type>(out).value = sums;
}
#endif

// Up to group_rows(N) rows.
template <class T, int N>
inline void some_rows_of_group(int64_t rows, int64_t inner, const T *A, int64_t A_step, const T *B,
                               T *C, int64_t stride, int64_t columns, bool add) noexcept {
  using Vector = typename PanelVectors<T>::type;
  constexpr int one = panel_vector_bytes / static_cast<int>(sizeof(T)), terms = vector_terms<T>,
                of_vector = one / terms, most = group_rows(N);
  constexpr int64_t line = 64 / sizeof(T);
  const T *row[most];  // beyond the last one: the last one again
  for (int r = 0; r < most; ++r) row[r] = A + (r < rows ? r : rows - 1) * A_step;
  Vector sum[most][N];  // in registers: every loop with it is unrolled
#pragma GCC unroll 8
  for (int r = 0; r < most; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < N; ++v) sum[r][v] = Vector{};
  int64_t l = 0;
  for (; l + terms <= inner; l += terms, B += N * one) {
    Vector b[N];
#pragma GCC unroll 4
    for (int v = 0; v < N; ++v) b[v] = at<Vector>(B + v * one).value;
    if (l % line == 0)  // as in tile()
      for (int r = 0; r < most; ++r) __builtin_prefetch(row[r] + most * A_step + l, 0, 2);
#pragma GCC unroll 8
    for (int r = 0; r < most; ++r) {
      const auto a = static_cast<Vector>(terms_of(row[r] + l));
#pragma GCC unroll 4
      for (int v = 0; v < N; ++v) sum[r][v] += a * b[v];
    }
  }
  T out[most][N * of_vector];
#pragma GCC unroll 8
  for (int r = 0; r < most; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < N; ++v) sum_terms(sum[r][v], out[r] + v * of_vector);
  for (int r = 0; r < rows; ++r) {
    T *const to = C + r * stride;
    for (int64_t t = 0; t < inner - l; ++t)
      for (int c = 0; c < columns; ++c) out[r][c] += row[r][l + t] * B[c * terms + t];
    for (int c = 0; c < columns; ++c) to[c] = add ? to[c] + out[r][c] : out[r][c];
  }
}

template <class T, int N = group_vectors>
void group(int64_t rows, int64_t inner, const T *A, int64_t A_step, int64_t vectors, const T *B,
           T *C, int64_t stride, int64_t columns, bool add) noexcept {
  if constexpr (N > 0) {
    if (vectors != N)
      return group<T, N - 1>(rows, inner, A, A_step, vectors, B, C, stride, columns, add);
    constexpr int64_t most = group_rows(N);
    for (int64_t i = 0; i < rows; i += most)
      some_rows_of_group<T, N>(rows - i < most ? rows - i : most, inner, A + i * A_step, A_step, B,
                               C + i * stride, stride, columns, add);
  }
}

// Two vectors of `Rows` rows of A'B.
template <class T, int Rows>
inline void add_some_sums(int64_t inner, const T *A, int64_t A_step, const T *B, int64_t B_step,
                          const T *next, T *C, int64_t stride) noexcept {
  using Vector = typename PanelVectors<T>::type;
  constexpr int one = panel_vector_bytes / static_cast<int>(sizeof(T));
  Vector sum[Rows][2];
  for (auto &row : sum) row[0] = row[1] = Vector{};
  for (int64_t l = 0; l < inner; ++l, A += A_step, B += B_step, next += 2 * one) {
    const Vector first = at<Vector>(B).value, second = at<Vector>(B + one).value;
    __builtin_prefetch(next, 0, 2);
    if (panel_vector_bytes == 64) __builtin_prefetch(next + one, 0, 2);
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r) {
      sum[r][0] += A[r] * first;
      sum[r][1] += A[r] * second;
    }
  }
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
    at<Vector>(C + r * stride).value += sum[r][0];
    at<Vector>(C + r * stride + one).value += sum[r][1];
  }
}

template <class T, int Rows = tile_rows>
void add_sums(int64_t count, int64_t inner, const T *A, int64_t A_step, const T *B, int64_t B_step,
              const T *next, T *C, int64_t stride) noexcept {
  if constexpr (Rows > 0) {
    if (count == Rows)
      add_some_sums<T, Rows>(inner, A, A_step, B, B_step, next, C, stride);
    else
      add_sums<T, Rows - 2>(count, inner, A, A_step, B, B_step, next, C, stride);
  }
}

template <class T>
int64_t reaching(const T *values, int64_t count, T low, const T *lows, int32_t *places) noexcept {
  constexpr int64_t chunk = 32;
  int64_t found = 0;
  for (int64_t begin = 0; begin < count; begin += chunk) {
    const int64_t size = count - begin < chunk ? count - begin : chunk;
    const T *const x = values + begin, *const own = lows != nullptr ? lows + begin : nullptr;
    if (size == chunk) {
      int any = 0;
      if (own != nullptr)
        for (int64_t j = 0; j < chunk; ++j) any |= (x[j] >= low) | (x[j] >= own[j]);
      else
        for (int64_t j = 0; j < chunk; ++j) any |= x[j] >= low;
      if (any == 0) continue;
    }
    for (int64_t j = 0; j < size; ++j) {
      places[found] = static_cast<int32_t>(begin + j);
      found += (x[j] >= low) || (own != nullptr && x[j] >= own[j]);
    }
  }
  return found;
}

template <class T>
constexpr PanelKernels<T> panel_table() noexcept {
  constexpr int64_t one = panel_vector_bytes / static_cast<int64_t>(sizeof(T));
  return {.rows = tile_rows,
          .columns = 2 * one,
          .narrow = one,
          .tile = tile<T, 2>,
          .narrow_tile = tile<T, 1>,
          .vector_columns = one / vector_terms<T>,
          .vector_terms = vector_terms<T>,
          .group_vectors = group_vectors,
          .group = group<T>,
          .add_sums = add_sums<T>,
          .reaching = reaching<T>};
}

}  // namespace
}  // namespace manifact::MANIFACT_ISA
