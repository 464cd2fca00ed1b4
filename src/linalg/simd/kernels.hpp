// The innermost loops, compiled once for each instruction set and selected at run time. They work
// on blocks of rows of padded, row-major factors (Dense) and never allocate or throw. `width` is a
// stride: a multiple of 32 bytes with zero padding.
#pragma once

#include <cstdint>

#include "runtime/index.hpp"

namespace manifact {

// Rows of which the first `count` are in one array and those after them in another; null: there are
// none after them.
template <class T>
struct SplitRows {
  const T *first;
  Index count = 0;  // not used if there is no rest
  const T *rest = nullptr;
};

template <class T>
struct Kernels {
  // out_i = sum_e values[e] B_indices[e], for rows begin .. end-1 of a csr matrix; `out` points to
  // row `begin`.
  void (*spmm)(const Index *indptr, const std::int32_t *indices, const T *values, Index begin,
               Index end, SplitRows<T> B, Index width, T *out) noexcept;

  // C (width_a x width_b) = A' B over `rows` rows; of A' A, at least the lower triangle.
  void (*gram)(const T *A, Index width_a, const T *B, Index width_b, Index rows, T *C) noexcept;

  // out (rows x width) = A (rows x inner, of stride width_a) M (inner x width).
  void (*times)(const T *A, Index width_a, Index inner, const T *M, Index width, Index rows,
                T *out) noexcept;

  // out_ic += factor_c weight_i A_ic; weight may be null (all 1).
  void (*add_scaled)(T *out, const T *A, const T *factor, const T *weight, Index rows,
                     Index width) noexcept;

  // out_ic = factor_c weight_i A_ic; factor or weight may be null (all 1).
  void (*scale)(const T *A, const T *factor, const T *weight, Index rows, Index width,
                T *out) noexcept;

  // V_ic <- V_ic num_ic / max(den_ic, absolute, relative max_c den_ic). In single precision an
  // entry below 2^-60 and 2^-40 max_c V_ic becomes 0.
  void (*quotient)(T *V, const T *num, const T *den, Index rows, Index width, T absolute,
                   T relative) noexcept;

  // V_ic <- V_ic sqrt((num_ic + max(A_ic, 0)) / max(den_ic + max(-A_ic, 0), floor)); zeros stay. A
  // may be null (all 0).
  void (*root_quotient)(T *V, const T *A, const T *num, const T *den, Index rows, Index width,
                        T floor) noexcept;

  // R_j += values[e] d for each entry of one csr row, j = indices[e].
  void (*spread)(const std::int32_t *indices, const T *values, Index entries, const T *d,
                 Index width, T *R) noexcept;

  // Coordinate descent on one row, min over v >= low of v (scale A + diag(extra)) v' / 2 + ...,
  // whose gradient g is kept up to date: `passes` times over the columns,
  // v_c <- max(v_c - g_c / q_c, low) with q_c = scale A_cc + extra_c; columns with q_c <= 0 stay.
  // `extra` may be null (zero).
  void (*descend)(T *v, T *g, const T *A, const T *extra, T scale, Index k, Index width, int passes,
                  T low) noexcept;

  // The same on many rows at once: row v of V by the minimum over v >= low of
  // v (A + diag(extra)) v' / 2 - v p', p and extra the rows of P and of `extra`, which may be null.
  // Columns with A_cc + extra_c <= 0 are raised to the bound, and no more. Rows are processed side
  // by side in a vector, without branches. `scratch` has descend_scratch * k entries.
  void (*descend_rows)(T *V, const T *P, const T *A, const T *extra, T low, Index rows, Index k,
                       Index width, int passes, T *scratch) noexcept;
  static constexpr Index descend_scratch = 512 / static_cast<Index>(sizeof(T));

  // sums_c = sum_i weight_i A_ic B_ic; weight may be null.
  void (*column_dots)(const T *A, const T *B, const T *weight, Index rows, Index width,
                      T *sums) noexcept;

  // out_j = (a_j - shift_j) / spread_j factor in double precision, rounded to T, for any number of
  // columns; spread, or shift and spread, may be null (0 and 1).
  void (*transform_singles)(const float *a, const double *shift, const double *spread,
                            double factor, Index columns, T *out) noexcept;
  void (*transform_reals)(const double *a, const double *shift, const double *spread, double factor,
                          Index columns, T *out) noexcept;

  // out_e = x_e / s / t in double precision, rounded to T.
  void (*divide_twice)(const double *x, double s, double t, Index count, T *out) noexcept;
};

// For the lower triangle of a symmetric, row-major matrix in tiles of 8 rows and columns: row i has
// the columns up to the end of its tile, so that diagonal tiles are whole and no remainder loops
// are needed. Strides, widths and rows are multiples of 8 unless stated otherwise.
struct TriangleKernels {
  static constexpr Index tile = 8;

  // out_r = sum_l A_rl x_l; any number of rows.
  void (*row_dots)(const double *A, Index stride, Index rows, const double *x, Index width,
                   double *out) noexcept;

  // out_l += sum_r factor_r A_rl; any number of rows.
  void (*add_rows)(double *out, const double *A, Index stride, Index rows, const double *factor,
                   Index width) noexcept;

  // out += (the part of A given by these rows) x: rows begin .. end-1, and by symmetry the same
  // entries as columns.
  void (*product)(const double *A, Index stride, Index begin, Index end, const double *x,
                  double *out) noexcept;

  // A_ij -= sum_r V_ri W_rj + W_ri V_rj, rows begin .. end-1; V and W have `count` rows of the same
  // stride; `count` is arbitrary.
  void (*update)(double *A, Index stride, Index begin, Index end, const double *V, const double *W,
                 Index count) noexcept;
};

// The best implementation for this processor.
template <class T>
const Kernels<T> &kernels() noexcept;
template <>
const Kernels<float> &kernels<float>() noexcept;
template <>
const Kernels<double> &kernels<double>() noexcept;
const TriangleKernels &triangle_kernels() noexcept;

namespace baseline {
extern const Kernels<float> kernels_float;
extern const Kernels<double> kernels_double;
extern const TriangleKernels triangle_kernels;
}  // namespace baseline
namespace avx2 {
extern const Kernels<float> kernels_float;
extern const Kernels<double> kernels_double;
extern const TriangleKernels triangle_kernels;
}  // namespace avx2
namespace avx512 {
extern const Kernels<float> kernels_float;
extern const Kernels<double> kernels_double;
extern const TriangleKernels triangle_kernels;
}  // namespace avx512

}  // namespace manifact
