// Products of row-major matrices in blocks that stay in cache, on all threads
// (linalg/simd/panels.hpp).
//
//   C = A B'     inner products of rows (Gram blocks)
//   C = A B      row products
//   C = A' B     by blocks of rows, whose results are added in order
//
// The left factor is read in place with any row stride; no entry outside of its rows is read. The
// inner dimension is divided into blocks of a length that depends on the inner dimension only. An
// entry of C is the sum over each block, terms in order, added in the order of the blocks.
// Therefore its bits depend neither on the number of threads nor on its position; and A A' is
// symmetric in every bit.
#pragma once

#include <cstdint>

#include "linalg/dense/view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// `C` is row-major with this stride, at least the columns of the result; its old content and the
// entries between rows are not read, and the latter not written.
template <class T>
void multiply_by_transpose(DenseView<T> A, DenseView<T> B, T *C, Index stride,
                           ExecutionContext &run);
template <class T>
void multiply(DenseView<T> A, DenseView<T> B, T *C, Index stride, ExecutionContext &run);
template <class T>
void multiply_transpose_by(DenseView<T> A, DenseView<T> B, T *C, Index stride,
                           ExecutionContext &run);

// The maximum length of a block of the inner dimension. A panel of this many rows of the right
// factor stays in the first level of the cache.
inline constexpr Index longest_inner = 256;

// The parts of such a product, for computations that use a block of it while it is in cache.

// The columns of a right factor in panels, padded: entries per row.
template <class T>
Index packed_width(Index columns) noexcept;

// Packs `count` rows of X as the columns of a right factor of packed_width(count) * columns
// entries. Row k is rows[k], or k if `rows` is null, times factors[row]. `scratch` has X.columns
// entries.
template <class T, class P>
void pack_rows(DenseView<T> X, const std::int32_t *rows, Index first, Index count,
               const double *factors, P *packed, P *scratch) noexcept;

// Entries of the scratch memory of multiply_packed.
template <class T>
Index packed_scratch() noexcept;

// C = A B for a packed B with this number of columns.
template <class T>
void multiply_packed(DenseView<T> A, const T *packed, Index columns, T *C, Index stride,
                     T *scratch) noexcept;

}  // namespace manifact
