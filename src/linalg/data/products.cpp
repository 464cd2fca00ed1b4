#include "linalg/data/products.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"

namespace manifact {
namespace {

constexpr Index tile_rows = 64;  // rows that are read at once; they stay in the L2 cache

// Calls body(begin, end, rows) for tiles of rows begin .. end-1 of X, stored with the stride of
// Dense<T>; each of `parts` consecutive parts of X is read by one thread from top to bottom.
template <class T, class Body>
void each_tile(const DenseRows &X, Index part_rows, ExecutionContext &run, Body &&body) {
  const Index parts = (X.rows + part_rows - 1) / part_rows;
  const Index threads = std::min(run.pool.threads(), parts);
  const Index stride = (X.columns + Dense<T>::pad - 1) / Dense<T>::pad * Dense<T>::pad;
  Array<T> tiles(run.memory, threads * tile_rows * stride);
  std::atomic<Index> next{0};
  run.pool.each(threads, [&](Index thread) {
    T *const tile = tiles.data() + thread * tile_rows * stride;
    for (Index part; (part = next.fetch_add(1, std::memory_order_relaxed)) < parts;) {
      const Index last = std::min((part + 1) * part_rows, X.rows);
      for (Index begin = part * part_rows; begin < last; begin += tile_rows) {
        const Index end = std::min(begin + tile_rows, last);
        for (Index i = begin; i < end; ++i) load(X, i, 0, X.columns, tile + (i - begin) * stride);
        body(part, begin, end, static_cast<const T *>(tile), stride);
      }
    }
  });
}

}  // namespace

template <class T>
void multiply(const DataView<T> &X, const Dense<T> &B, Dense<T> &out, ExecutionContext &run) {
  if (!X.is_dense()) return multiply(X.sparse(), B, out, run.pool);
  each_tile<T>(X.dense(), 4 * tile_rows, run,
               [&](Index, Index begin, Index end, const T *tile, Index stride) {
                 kernels<T>().times(tile, stride, X.columns, B.data(), B.stride(), end - begin,
                                    out.row(begin));
               });
}

template <class T>
void multiply_transposed(const DenseRows &X, const Dense<T> &B, Dense<T> &out,
                         ExecutionContext &run) {
  constexpr Index most_parts = 32, most_bytes = Index{1} << 25;  // of the partial sums
  const Index padded = (X.columns + Dense<T>::pad - 1) / Dense<T>::pad * Dense<T>::pad,
              size = padded * B.stride();
  const Index wanted =
      std::clamp<Index>(most_bytes / (size * static_cast<Index>(sizeof(T))), 1, most_parts);
  const Index part_rows = ((X.rows + wanted - 1) / wanted + tile_rows - 1) / tile_rows * tile_rows;
  const Index parts = (X.rows + part_rows - 1) / part_rows;
  Array<T> sums(run.memory, 2 * parts * size);  // of each part, and of its last tile
  run.monitor.check();
  each_tile<T>(X, part_rows, run,
               [&](Index part, Index begin, Index end, const T *tile, Index stride) {
                 T *const sum = sums.data() + 2 * part * size, *const last = sum + size;
                 kernels<T>().gram(tile, stride, B.row(begin), B.stride(), end - begin, last);
                 for (Index e = 0; e < size; ++e) sum[e] += last[e];
               });
  run.pool.blocks(X.columns, 64, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j)
      for (Index c = 0; c < B.columns(); ++c) {
        double sum = 0;
        for (Index part = 0; part < parts; ++part)
          sum += static_cast<double>(sums[2 * part * size + j * B.stride() + c]);
        out(j, c) = static_cast<T>(sum);
      }
  });
}

template <class T>
void DataProducts<T>::transposed_times(const Dense<T> &B, Dense<T> &out,
                                       ExecutionContext &run) const {
  X_.is_dense() ? multiply_transposed(X_.dense(), B, out, run)
                : multiply(Xt_.view(), B, out, run.pool);
}

template <class T>
double square_norm(const DataView<T> &X) noexcept {
  double sum = 0;
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> row = X.row(i);
    for (Index e = 0; e < row.size(); ++e)
      sum += static_cast<double>(row[e]) * static_cast<double>(row[e]);
  }
  return sum;
}

namespace {

template <class T>
DenseRows shape_of(const Dense<T> &A, const Array<std::int32_t> &all_columns) noexcept {
  DenseRows rows;
  rows.rows = A.rows();
  rows.columns = A.columns();
  rows.stride = A.stride();
  rows.all_columns = all_columns.data();
  return rows;
}

}  // namespace

DenseRows rows_of(const Dense<float> &A, const Array<std::int32_t> &all_columns) noexcept {
  DenseRows rows = shape_of(A, all_columns);
  rows.singles = A.data();
  return rows;
}

DenseRows rows_of(const Dense<double> &A, const Array<std::int32_t> &all_columns) noexcept {
  DenseRows rows = shape_of(A, all_columns);
  rows.reals = A.data();
  return rows;
}

template <class T>
TransposedData<T>::TransposedData(const DataProducts<T> &X, ExecutionContext &run) {
  if (!X.X().is_dense()) {
    view_ = DataView<T>(X.sparse_transpose());
    return;
  }
  const DenseRows &rows = X.X().dense();
  copy_ = Dense<T>(run.memory, rows.columns, rows.rows);
  run.pool.blocks(rows.rows, tile_rows, [&](Index begin, Index end) {
    for (Index j = 0; j < rows.columns; ++j)
      for (Index i = begin; i < end; ++i) copy_(j, i) = static_cast<T>(rows.value(i, j));
  });
  all_columns_ = Array<std::int32_t>(run.memory, rows.rows);
  std::iota(all_columns_.begin(), all_columns_.end(), 0);
  view_ = DataView<T>(rows_of(copy_, all_columns_));
}

template <class T>
void TransposedData<T>::clear_rows_below(Index least) noexcept {
  for (Index j = 0; j < copy_.rows(); ++j) {
    T *const row = copy_.row(j);
    const Index zeros = std::count(row, row + copy_.columns(), T{0});
    if (copy_.columns() - zeros < least) std::fill(row, row + copy_.columns(), T{0});
  }
}

#define MANIFACT_INSTANTIATE(T)                                                         \
  template void multiply<T>(const DataView<T> &, const Dense<T> &, Dense<T> &,          \
                            ExecutionContext &);                                        \
  template void multiply_transposed<T>(const DenseRows &, const Dense<T> &, Dense<T> &, \
                                       ExecutionContext &);                             \
  template class DataProducts<T>;                                                       \
  template double square_norm<T>(const DataView<T> &) noexcept;                         \
  template class TransposedData<T>;
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
