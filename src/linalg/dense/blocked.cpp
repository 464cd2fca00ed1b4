#include "linalg/dense/blocked.hpp"

#include <algorithm>

#include "linalg/simd/panels.hpp"

namespace manifact {
namespace {

// body(first column, width with padding, columns) for the panels of a right factor.
template <class T, class Body>
void panels(Index columns, const Body &body) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  for (Index c = 0; c < columns; c += kernels.columns) {
    const Index left = columns - c;
    body(c, left <= kernels.narrow ? kernels.narrow : kernels.columns,
         std::min(left, kernels.columns));
  }
}

// body(first column, vectors, columns) for the groups of a right factor of few columns.
template <class T, class Body>
void groups(Index columns, const Body &body) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  const Index vectors = (columns + kernels.vector_columns - 1) / kernels.vector_columns,
              count = (vectors + kernels.group_vectors - 1) / kernels.group_vectors;
  for (Index g = 0; g < count; ++g) {
    const Index begin = vectors * g / count, end = vectors * (g + 1) / count,
                c = begin * kernels.vector_columns;
    body(c, end - begin, std::min(columns, end * kernels.vector_columns) - c);
  }
}

// One tile at the border of C, or C + tile. `scratch` holds the tile and the rows of A, padded.
template <class T>
void border_tile(DenseView<T> A, const T *panel, Index width, Index columns, T *C, Index stride,
                 bool add, T *scratch) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  T *const sums = scratch, *const copy = scratch + kernels.rows * kernels.columns;
  const T *rows = A.values;
  Index step = A.stride;
  if (A.rows < kernels.rows) {
    for (Index r = 0; r < kernels.rows; ++r)
      if (r < A.rows)
        std::copy_n(A.row(r), A.columns, copy + r * A.columns);
      else
        std::fill_n(copy + r * A.columns, A.columns, T{0});
    rows = copy;
    step = A.columns;
  }
  (width == kernels.narrow ? kernels.narrow_tile : kernels.tile)(A.columns, rows, step, panel, sums,
                                                                 width, false);
  for (Index r = 0; r < std::min(A.rows, kernels.rows); ++r) {
    T *const out = C + r * stride;
    const T *const sum = sums + r * width;
    if (add)
      for (Index c = 0; c < columns; ++c) out[c] += sum[c];
    else
      std::copy_n(sum, columns, out);
  }
}

}  // namespace

template <class T>
Index packed_width(Index columns) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  const Index whole = columns / kernels.columns * kernels.columns, left = columns - whole;
  return whole + (left == 0 ? 0 : left <= kernels.narrow ? kernels.narrow : kernels.columns);
}

template <class T>
void pack_row(const T *row, Index k, Index count, Index columns, T *packed) noexcept {
  const Index panel = panel_kernels<T>().columns, width = packed_width<T>(count);
  const Index c = k / panel * panel, wide = std::min(panel, width - c);
  inner_blocks(columns, [&](Index l0, Index inner) {
    T *const out = packed + l0 * width + inner * c + k - c;
    for (Index l = 0; l < inner; ++l) out[l * wide] = row != nullptr ? row[l0 + l] : T{0};
  });
}

template <class T, class P>
void pack_rows(DenseView<T> X, const std::int32_t *rows, Index first, Index count,
               const double *factors, P *packed, P *scratch) noexcept {
  for (Index k = 0; k < packed_width<P>(count); ++k) {
    if (k < count) {
      const Index i = rows != nullptr ? rows[first + k] : first + k;
      const double factor = factors != nullptr ? factors[i] : 1;
      const T *const row = X.row(i);
      for (Index l = 0; l < X.columns; ++l)
        scratch[l] = static_cast<P>(static_cast<double>(row[l]) * factor);
    }
    pack_row<P>(k < count ? scratch : nullptr, k, count, X.columns, packed);
  }
}

template <class T>
Index columns_size(Index terms, Index count) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  const Index vectors = (count + kernels.vector_columns - 1) / kernels.vector_columns;
  return (terms + whole_terms - 1) / whole_terms * whole_terms * vectors * kernels.vector_columns;
}

template <class T>
void pack_columns(DenseView<T> B, Index first, Index count, T *packed) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  const Index terms = kernels.vector_terms;
  inner_blocks(B.rows, [&](Index l0, Index inner) {
    groups<T>(count, [&](Index c, Index vectors, Index) {
      T *out = packed + columns_size<T>(l0, count) + columns_size<T>(inner, c);
      for (Index l = 0; l < inner; l += terms)
        for (Index k = c; k < c + vectors * kernels.vector_columns; ++k)
          for (Index t = l; t < l + terms; ++t)
            *out++ = t < inner && k < count ? B.row(l0 + t)[first + k] : T{0};
    });
  });
}

template <class T>
Index rows_at_once() noexcept {
  return 8 * panel_kernels<T>().rows;
}

template <class T>
Index packed_scratch() noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  return kernels.rows * (kernels.columns + longest_inner);
}

template <class T>
void multiply_packed(DenseView<T> A, const T *packed, Index columns, T *C, Index stride,
                     T *scratch) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  const Index all = packed_width<T>(columns);
  inner_blocks(A.columns, [&](Index l, Index inner) {
    panels<T>(columns, [&](Index c, Index width, Index used) {
      const T *const panel = packed + l * all + inner * c;
      for (Index i = 0; i < A.rows; i += kernels.rows) {
        const DenseView<T> rows{
            .rows = A.rows - i, .columns = inner, .stride = A.stride, .values = A.row(i) + l};
        T *const out = C + i * stride + c;
        if (rows.rows < kernels.rows || used < width)
          border_tile(rows, panel, width, used, out, stride, l > 0, scratch);
        else
          (width == kernels.narrow ? kernels.narrow_tile : kernels.tile)(
              inner, rows.values, A.stride, panel, out, stride, l > 0);
      }
    });
  });
}

template <class T>
void multiply_columns(DenseView<T> A, const T *packed, Index columns, T *C, Index stride,
                      bool add) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  groups<T>(columns, [&](Index c, Index vectors, Index used) {
    const T *const group = packed + columns_size<T>(A.columns, c);
    kernels.group(A.rows, A.columns, A.values, A.stride, vectors, group, C + c, stride, used, add);
  });
}

template <class T>
Index sums_width(Index columns) noexcept {
  const Index panel = panel_kernels<T>().columns;
  return (columns + panel - 1) / panel * panel;
}

template <class T>
Index sums_scratch(Index rows, Index columns) noexcept {
  return rows * (panel_kernels<T>().columns + (columns + 1) / 2 * 2);
}

template <class T>
void add_transposed_product(DenseView<T> A, DenseView<T> B, T *C, Index stride,
                            T *scratch) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  const Index pairs = (A.columns + 1) / 2, tiles = (2 * pairs + kernels.rows - 1) / kernels.rows;
  const auto first_of = [&](Index tile) { return 2 * (pairs * tile / tiles); };
  // The columns of A of a tile, adjacent: in place, each row would be another cache line or two.
  T *const packed = scratch + B.rows * kernels.columns;
  for (Index t = 0; t < tiles; ++t)
    for (Index l = 0, width = first_of(t + 1) - first_of(t); l < B.rows; ++l)
      std::copy_n(A.row(l) + first_of(t), width, packed + B.rows * first_of(t) + l * width);
  // B is often larger than the cache. Panel by panel the rows that follow B are prefetched, in the
  // order of memory.
  const T *next = B.row(B.rows);
  for (Index j = 0; j < B.columns; j += kernels.columns, next += B.rows * kernels.columns) {
    const T *panel = B.values + j;
    Index step = B.stride;
    if (B.columns - j < kernels.columns) {
      for (Index l = 0; l < B.rows; ++l) {
        T *const end = std::copy_n(B.row(l) + j, B.columns - j, scratch + l * kernels.columns);
        std::fill(end, scratch + (l + 1) * kernels.columns, T{0});
      }
      panel = scratch;
      step = kernels.columns;
    }
    for (Index t = 0; t < tiles; ++t) {
      const Index begin = first_of(t), width = first_of(t + 1) - begin;
      kernels.add_sums(width, B.rows, packed + B.rows * begin, width, panel, step, next,
                       C + begin * stride + j, stride);
    }
  }
}

#define MANIFACT_PRODUCTS(T)                                                                 \
  template Index packed_width<T>(Index) noexcept;                                            \
  template void pack_row(const T *, Index, Index, Index, T *) noexcept;                      \
  template void pack_columns(DenseView<T>, Index, Index, T *) noexcept;                      \
  template Index rows_at_once<T>() noexcept;                                                 \
  template Index packed_scratch<T>() noexcept;                                               \
  template void multiply_packed(DenseView<T>, const T *, Index, T *, Index, T *) noexcept;   \
  template void multiply_columns(DenseView<T>, const T *, Index, T *, Index, bool) noexcept; \
  template Index columns_size<T>(Index, Index) noexcept;                                     \
  template Index sums_width<T>(Index) noexcept;                                              \
  template Index sums_scratch<T>(Index, Index) noexcept;                                     \
  template void add_transposed_product(DenseView<T>, DenseView<T>, T *, Index, T *) noexcept;
MANIFACT_PRODUCTS(float)
MANIFACT_PRODUCTS(double)
#undef MANIFACT_PRODUCTS

#define MANIFACT_PACK(T, P)                                                                      \
  template void pack_rows(DenseView<T>, const std::int32_t *, Index, Index, const double *, P *, \
                          P *) noexcept;
MANIFACT_PACK(float, float)
MANIFACT_PACK(float, double)
MANIFACT_PACK(double, float)
MANIFACT_PACK(double, double)
#undef MANIFACT_PACK

}  // namespace manifact
