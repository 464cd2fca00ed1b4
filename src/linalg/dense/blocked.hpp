// The parts of products of row-major matrices in blocks that stay in cache
// (linalg/simd/panels.hpp).
//
//   C = A B'     for packed rows of B (Gram blocks)
//   C = A B      for a packed B of few columns
//   C += A' B    by blocks of rows
//
// Matrices that are not packed are read in place with any row stride; no entry outside of their
// rows is read. The inner dimension of A B is divided into blocks of a length that depends on the
// inner dimension only. An entry of C is the sum over each block, terms in order, added in the
// order of the blocks: its bits do not depend on its position, and A A' is symmetric in every bit.
#pragma once

#include <algorithm>
#include <cstdint>

#include "linalg/dense/dense.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The maximum length of a block of the inner dimension. The rows of a panel of this length stay in
// the second level of the cache.
inline constexpr Index longest_inner = 512;

// body(first term, number of terms) for the blocks of the inner dimension. All but the last have a
// multiple of whole_terms.
inline constexpr Index whole_terms = 4;
template <class Body>
void inner_blocks(Index inner, const Body &body) noexcept {
  const Index blocks = std::max<Index>(1, (inner + longest_inner - 1) / longest_inner);
  const Index least = std::max<Index>(1, (inner + blocks - 1) / blocks);
  const Index step = (least + whole_terms - 1) / whole_terms * whole_terms;
  for (Index l = 0; l < inner; l += step) body(l, std::min(step, inner - l));
}

// The columns of a right factor in panels, padded: entries per row.
template <class T>
Index packed_width(Index columns) noexcept;

// Packs `count` rows of X as the columns of a right factor of packed_width(count) * columns
// entries. Row k is rows[k], or k if `rows` is null, times factors[row]. `scratch` has X.columns
// entries.
template <class T, class P>
void pack_rows(DenseView<T> X, const std::int32_t *rows, Index first, Index count,
               const double *factors, P *packed, P *scratch) noexcept;

// Packs one row as column k of a right factor of `count` columns; null: zeros. All k <
// packed_width(count) are packed.
template <class T>
void pack_row(const T *row, Index k, Index count, Index columns, T *packed) noexcept;

// Rows of A that a task takes at a time: they stay in cache while multiplied by all panels.
template <class T>
Index rows_at_once() noexcept;

// Entries of the scratch memory of multiply_packed.
template <class T>
Index packed_scratch() noexcept;

// C = A B for a packed B with this number of columns.
template <class T>
void multiply_packed(DenseView<T> A, const T *packed, Index columns, T *C, Index stride,
                     T *scratch) noexcept;

// Columns first .. first + count - 1 of a right factor B, packed for multiply_columns: the entries,
// and the entries for the terms before term l, the first one of a block of inner_blocks().
template <class T>
Index columns_size(Index terms, Index count) noexcept;
template <class T>
void pack_columns(DenseView<T> B, Index first, Index count, T *packed) noexcept;

// C = A B, or C += A B, for one block of the inner dimension: A has its terms as columns, and
// `packed` begins columns_size(first term, columns) entries after the beginning of B.
template <class T>
void multiply_columns(DenseView<T> A, const T *packed, Index columns, T *C, Index stride,
                      bool add) noexcept;

// The columns of C, with padding, for A' B with this number of columns of B.
template <class T>
Index sums_width(Index columns) noexcept;

// C += A' B for rows of A and B that stay in cache. C has an even number of rows, at least
// A.columns, and at least sums_width(B.columns) entries per row, which are written. `A` is readable
// up to an even number of columns. `scratch` has sums_scratch(rows, A.columns) entries.
template <class T>
Index sums_scratch(Index rows, Index columns) noexcept;
template <class T>
void add_transposed_product(DenseView<T> A, DenseView<T> B, T *C, Index stride,
                            T *scratch) noexcept;

}  // namespace manifact
