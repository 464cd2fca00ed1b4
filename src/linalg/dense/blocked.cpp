#include "linalg/dense/blocked.hpp"

#include <algorithm>
#include <atomic>

#include "linalg/simd/panels.hpp"
#include "runtime/array.hpp"

namespace manifact {
namespace {

// Rows of A' B that are summed before the partial results are added.
constexpr Index rows_of_sum = 1024;

// Bytes of a packed right factor, or of all partial results of A' B.
constexpr Index packed_bytes = Index{16} << 20;

constexpr Index tiles_at_once = 16;  // tiles of a task, one below the other

Index inner_step(Index inner) noexcept {
  const Index blocks = std::max<Index>(1, (inner + longest_inner - 1) / longest_inner);
  return std::max<Index>(1, (inner + blocks - 1) / blocks);
}

// body(first row, number of rows) for the blocks of the inner dimension.
template <class Body>
void inner_blocks(Index inner, const Body &body) noexcept {
  const Index step = inner_step(inner);
  for (Index l = 0; l < inner; l += step) body(l, std::min(step, inner - l));
}

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

// The left factor: entry (r, l) is values[r * row_step + l * step].
template <class T>
struct Left {
  const T *values;
  Index row_step, step;
};

// One tile at the border of C, or C + tile.
template <class T>
void border_tile(const Left<T> &A, Index rows, Index inner, const T *panel, Index width,
                 Index columns, T *C, Index stride, bool add, T *scratch) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  T *const sums = scratch, *const copy = scratch + kernels.rows * kernels.columns;
  Left<T> left = A;
  if (rows < kernels.rows && A.step == 1) {
    for (Index l = 0; l < inner; ++l)
      for (Index r = 0; r < kernels.rows; ++r)
        copy[l * kernels.rows + r] = r < rows ? A.values[r * A.row_step + l] : T{0};
    left = {copy, 1, kernels.rows};
  }
  (width == kernels.narrow ? kernels.narrow_tile : kernels.tile)(
      inner, left.values, left.row_step, left.step, panel, sums, width, false);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c) {
      T &out = C[r * stride + c];
      out = add ? out + sums[r * width + c] : sums[r * width + c];
    }
}

// C = A B, or C += A B, over one block of the inner dimension. If A.row_step is 1, A is padded to
// full tiles of `tile_step` entries each; otherwise tiles follow by rows.
template <class T>
void multiply_block(const Left<T> &A, Index tile_step, Index rows, Index inner, const T *packed,
                    Index columns, T *C, Index stride, bool add, T *scratch) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  panels<T>(columns, [&](Index c, Index width, Index used) {
    const T *const panel = packed + inner * c;
    for (Index i = 0, t = 0; i < rows; i += kernels.rows, ++t) {
      const Left<T> left{A.values + t * tile_step, A.row_step, A.step};
      T *const out = C + i * stride + c;
      if (rows - i < kernels.rows || used < width)
        border_tile(left, std::min(kernels.rows, rows - i), inner, panel, width, used, out, stride,
                    add, scratch);
      else
        (width == kernels.narrow ? kernels.narrow_tile : kernels.tile)(
            inner, left.values, left.row_step, left.step, panel, out, stride, add);
    }
  });
}

// Packs rows as one panel: the columns c .. c + used - 1 of a right factor of this padded width.
// Arguments as of pack_rows.
template <class T, class P>
void pack_panel(DenseView<T> X, const std::int32_t *rows, Index first, const double *factors,
                Index c, Index wide, Index used, Index width, P *packed, P *scratch) noexcept {
  for (Index k = 0; k < wide; ++k) {
    if (k < used) {
      const Index i = rows != nullptr ? rows[first + c + k] : first + c + k;
      const double factor = factors != nullptr ? factors[i] : 1;
      const T *const row = X.row(i);
      for (Index l = 0; l < X.columns; ++l)
        scratch[l] = static_cast<P>(static_cast<double>(row[l]) * factor);
    }
    inner_blocks(X.columns, [&](Index l0, Index inner) {
      P *const out = packed + l0 * width + inner * c + k;
      for (Index l = 0; l < inner; ++l) out[l * wide] = k < used ? scratch[l0 + l] : P{0};
    });
  }
}

// Packs columns first .. first + count - 1 of rows begin .. end - 1 of B.
template <class T>
void pack_columns(DenseView<T> B, Index begin, Index end, Index first, Index count,
                  T *packed) noexcept {
  const Index width = packed_width<T>(count);
  inner_blocks(end - begin, [&](Index l0, Index inner) {
    panels<T>(count, [&](Index c, Index wide, Index used) {
      T *out = packed + l0 * width + inner * c;
      for (Index l = l0; l < l0 + inner; ++l, out += wide) {
        std::copy_n(B.row(begin + l) + first + c, used, out);
        std::fill(out + used, out + wide, T{0});
      }
    });
  });
}

// Packs rows begin .. begin + inner - 1 of A as the columns of a left factor, in padded tiles.
template <class T>
void pack_left(DenseView<T> A, Index begin, Index inner, T *packed) noexcept {
  const Index tile = panel_kernels<T>().rows;
  for (Index l = 0; l < inner; ++l) {
    const T *const row = A.row(begin + l);
    for (Index c = 0; c < A.columns; c += tile) {
      T *const out = packed + c * inner + l * tile;
      const Index used = std::min(tile, A.columns - c);
      for (Index r = 0; r < used; ++r) out[r] = row[c + r];
      for (Index r = used; r < tile; ++r) out[r] = 0;
    }
  }
}

// The columns of the right factor that are packed at a time.
template <class T>
Index columns_at_once(Index inner) noexcept {
  const Index panel = panel_kernels<T>().columns;
  const Index fit = packed_bytes / static_cast<Index>(sizeof(T)) / std::max<Index>(1, inner);
  return std::clamp<Index>(fit, 1, 1024) / panel * panel + (fit < panel ? panel : 0);
}

// body(scratch, k) for k < count on all threads; each has `size` entries of scratch memory.
template <class T, class Body>
void with_scratch(Index count, Index size, ExecutionContext &run, const Body &body) {
  const Index threads = std::min(run.pool.threads(), count);
  Array<T> scratch(run.memory, threads * size);
  std::atomic<Index> next{0};
  run.pool.each(threads, [&](Index t) {
    for (Index k; (k = next.fetch_add(1, std::memory_order_relaxed)) < count;)
      body(scratch.data() + t * size, k);
  });
}

// C = A B for B of this many columns, of which pack(first, count, out, scratch) packs some; it may
// start at any panel.
template <class T, class Pack>
void multiply_with(DenseView<T> A, Index columns, T *C, Index stride, ExecutionContext &run,
                   const Pack &pack) {
  if (A.rows == 0 || columns == 0) return;
  if (A.columns == 0) {
    for (Index i = 0; i < A.rows; ++i) std::fill_n(C + i * stride, columns, T{0});
    return;
  }
  const Index at_once = std::min(columns_at_once<T>(A.columns), packed_width<T>(columns));
  const Index step = panel_kernels<T>().rows * tiles_at_once;
  Array<T> packed(run.memory, at_once * A.columns);
  for (Index first = 0; first < columns; first += at_once) {
    const Index count = std::min(at_once, columns - first);
    pack(first, count, packed.data());
    with_scratch<T>(
        (A.rows + step - 1) / step, packed_scratch<T>(), run, [&](T *scratch, Index block) {
          const Index begin = block * step;
          multiply_packed({std::min(step, A.rows - begin), A.columns, A.stride, A.row(begin)},
                          packed.data(), count, C + begin * stride + first, stride, scratch);
        });
  }
}

// Partial results of A' B for rows begin .. end - 1. `left` and `right` are for the packed factors.
template <class T>
void sum_of_rows(DenseView<T> A, DenseView<T> B, Index begin, Index end, T *C, T *left, T *right,
                 T *scratch) noexcept {
  const Index tile = panel_kernels<T>().rows, width = packed_width<T>(B.columns);
  pack_columns(B, begin, end, 0, B.columns, right);
  inner_blocks(end - begin, [&](Index l, Index inner) {
    pack_left(A, begin + l, inner, left);
    multiply_block<T>({left, 1, tile}, tile * inner, A.columns, inner, right + l * width, B.columns,
                      C, B.columns, l > 0, scratch);
  });
}

}  // namespace

template <class T>
Index packed_width(Index columns) noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  const Index whole = columns / kernels.columns * kernels.columns, left = columns - whole;
  return whole + (left == 0 ? 0 : left <= kernels.narrow ? kernels.narrow : kernels.columns);
}

template <class T, class P>
void pack_rows(DenseView<T> X, const std::int32_t *rows, Index first, Index count,
               const double *factors, P *packed, P *scratch) noexcept {
  const Index width = packed_width<P>(count);
  panels<P>(count, [&](Index c, Index wide, Index used) {
    pack_panel(X, rows, first, factors, c, wide, used, width, packed, scratch);
  });
}

template <class T>
Index packed_scratch() noexcept {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  return kernels.rows * (kernels.columns + longest_inner);
}

template <class T>
void multiply_packed(DenseView<T> A, const T *packed, Index columns, T *C, Index stride,
                     T *scratch) noexcept {
  const Index width = packed_width<T>(columns);
  inner_blocks(A.columns, [&](Index l, Index inner) {
    multiply_block<T>({A.values + l, A.stride, 1}, panel_kernels<T>().rows * A.stride, A.rows,
                      inner, packed + l * width, columns, C, stride, l > 0, scratch);
  });
}

template <class T>
void multiply_by_transpose(DenseView<T> A, DenseView<T> B, T *C, Index stride,
                           ExecutionContext &run) {
  const PanelKernels<T> &kernels = panel_kernels<T>();
  multiply_with(A, B.rows, C, stride, run, [&](Index first, Index count, T *packed) {
    const Index width = packed_width<T>(count);
    const Index panel_count = (count + kernels.columns - 1) / kernels.columns;
    with_scratch<T>(panel_count, B.columns, run, [&](T *scratch, Index k) {
      const Index c = k * kernels.columns, used = std::min(kernels.columns, count - c);
      pack_panel<T, T>(B, nullptr, first, nullptr, c, std::min(kernels.columns, width - c), used,
                       width, packed, scratch);
    });
  });
}

template <class T>
void multiply(DenseView<T> A, DenseView<T> B, T *C, Index stride, ExecutionContext &run) {
  multiply_with(A, B.columns, C, stride, run, [&](Index first, Index count, T *packed) {
    pack_columns(B, 0, B.rows, first, count, packed);
  });
}

template <class T>
void multiply_transpose_by(DenseView<T> A, DenseView<T> B, T *C, Index stride,
                           ExecutionContext &run) {
  const Index m = A.columns, k = B.columns, size = m * k;
  for (Index i = 0; i < m; ++i) std::fill_n(C + i * stride, k, T{0});
  if (size == 0 || A.rows == 0) return;
  const Index tile = panel_kernels<T>().rows;
  const Index left = (m + tile - 1) / tile * tile * longest_inner;
  const Index right = packed_width<T>(k) * rows_of_sum, scratch = packed_scratch<T>();
  const Index fit = packed_bytes / static_cast<Index>(sizeof(T)) / size;
  const Index at_once =
      std::clamp<Index>(fit, std::min<Index>(2, run.pool.threads()), 8 * run.pool.threads());
  Array<T> sums(run.memory, at_once * size);
  const Index blocks = (A.rows + rows_of_sum - 1) / rows_of_sum;
  for (Index done = 0; done < blocks; done += at_once) {
    const Index here = std::min(at_once, blocks - done);
    with_scratch<T>(here, left + right + scratch, run, [&](T *memory, Index b) {
      const Index begin = (done + b) * rows_of_sum;
      sum_of_rows(A, B, begin, std::min(A.rows, begin + rows_of_sum), sums.data() + b * size,
                  memory, memory + left, memory + left + right);
    });
    run.pool.blocks(m, 16, [&](Index first, Index last) {
      for (Index b = 0; b < here; ++b)
        for (Index i = first; i < last; ++i)
          for (Index c = 0; c < k; ++c) C[i * stride + c] += sums[b * size + i * k + c];
    });
  }
}

template Index packed_width<float>(Index) noexcept;
template Index packed_width<double>(Index) noexcept;
template Index packed_scratch<float>() noexcept;
template Index packed_scratch<double>() noexcept;

#define MANIFACT_PRODUCTS(T)                                                                       \
  template void multiply_packed(DenseView<T>, const T *, Index, T *, Index, T *) noexcept;         \
  template void multiply_by_transpose(DenseView<T>, DenseView<T>, T *, Index, ExecutionContext &); \
  template void multiply(DenseView<T>, DenseView<T>, T *, Index, ExecutionContext &);              \
  template void multiply_transpose_by(DenseView<T>, DenseView<T>, T *, Index, ExecutionContext &);
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
