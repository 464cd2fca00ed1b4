// The innermost loops of products of dense matrices (linalg/dense/blocked.hpp) and of the search in
// them (graph/neighbors/dense), compiled once for each instruction set and selected at run time.
#pragma once

#include <cstdint>

#include "runtime/index.hpp"

namespace manifact {

// A tile is a part of the result that fits in registers: `rows` x up to `columns` entries. The
// right factor is packed in panels of `columns` columns; a last panel of at most `narrow` columns
// has `narrow`. Row l of a panel is contiguous and follows row l - 1.
//
// Entry (r, c) is the sum over l of a_rl b_lc, added in the order of l by the same operations in
// every tile of an instruction set: its bits depend on neither its position nor the other entries.
template <class T>
struct PanelKernels {
  Index rows, columns, narrow;

  // C (rows x columns, of row stride `stride`) = A B over `inner` terms, or C += A B if `add`, for
  // a panel B and rows of A that are A_step apart.
  void (*tile)(Index inner, const T *A, Index A_step, const T *B, T *C, Index stride,
               bool add) noexcept;
  // The same with a panel of `narrow` columns.
  void (*narrow_tile)(Index inner, const T *A, Index A_step, const T *B, T *C, Index stride,
                      bool add) noexcept;

  // For a right factor of few columns, which need not fill a panel: a vector holds `vector_terms`
  // adjacent terms of each of `vector_columns` columns, and a group has up to `group_vectors`
  // vectors for each set of such terms, one set after the other. The terms of an entry are added to
  // vector_terms partial sums in turn.
  Index vector_columns, vector_terms, group_vectors;
  // C (rows x columns) = A B, or C += A B if `add`, for the columns of a group. B is padded to
  // whole vectors; no other entry of A is read or of C written.
  void (*group)(Index rows, Index inner, const T *A, Index A_step, Index vectors, const T *B, T *C,
                Index stride, Index columns, bool add) noexcept;

  // C (count x columns, of row stride `stride`) += A'B over `inner` rows of A and B, A_step and
  // B_step entries apart. `count` is even and at most `rows`, which is even; B is read in place.
  // inner x columns entries from `next` on are prefetched; they need not exist.
  void (*add_sums)(Index count, Index inner, const T *A, Index A_step, const T *B, Index B_step,
                   const T *next, T *C, Index stride) noexcept;

  // The indices j < count with values_j >= low or values_j >= lows_j, ascending; returns their
  // number. `lows` may be null (all infinite).
  Index (*reaching)(const T *values, Index count, T low, const T *lows,
                    std::int32_t *places) noexcept;
};

// The best implementation for this processor.
template <class T>
const PanelKernels<T> &panel_kernels() noexcept;
template <>
const PanelKernels<float> &panel_kernels<float>() noexcept;
template <>
const PanelKernels<double> &panel_kernels<double>() noexcept;

namespace baseline {
extern const PanelKernels<float> panels_float;
extern const PanelKernels<double> panels_double;
}  // namespace baseline
namespace avx2 {
extern const PanelKernels<float> panels_float;
extern const PanelKernels<double> panels_double;
}  // namespace avx2
namespace avx512 {
extern const PanelKernels<float> panels_float;
extern const PanelKernels<double> panels_double;
}  // namespace avx512

}  // namespace manifact
