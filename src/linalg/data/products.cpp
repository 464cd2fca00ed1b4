#include "linalg/data/products.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "linalg/data/row_reader.hpp"
#include "linalg/dense/blocked.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {
namespace {

// Bytes of a packed right factor, or of all partial sums.
constexpr Index packed_bytes = Index{16} << 20, sums_bytes = Index{32} << 20;

// Rows whose products are summed in registers, and columns that are read at once if values are
// computed: the values stay in the second level of the cache.
constexpr Index rows_of_sum = 64, columns_of_sum = 512;

// body(scratch, task) for task < count on all threads; each has `size` entries of scratch memory.
template <class T, class Body>
void with_scratch(Index count, Index size, ExecutionContext &run, const Body &body) {
  const Index threads = std::min(run.pool.threads(), count);
  Array<T> scratch(run.memory, threads * size);
  parallel_rows(run, threads, 0, count, 1,
                [&](Index t, Index task, Index) { body(scratch.data() + t * size, task); });
}

template <class T>
void scale(const T *row, Index count, double factor, T *out) noexcept {
  for (Index c = 0; c < count; ++c) out[c] = static_cast<T>(static_cast<double>(row[c]) * factor);
}

// x <- (x - offset) factor
template <class T>
void finish(T *x, const double *offset, Index count, double factor) noexcept {
  for (Index c = 0; c < count; ++c)
    x[c] = static_cast<T>((static_cast<double>(x[c]) - offset[c]) * factor);
}

// D^-1 B
template <class T>
Dense<T> divided_rows(const Dense<T> &B, const double *d, ExecutionContext &run) {
  Dense<T> out(run.memory, B.rows(), B.columns());
  for (Index j = 0; j < B.rows(); ++j)
    for (Index c = 0; c < B.columns(); ++c)
      out(j, c) = static_cast<T>(static_cast<double>(B(j, c)) / d[j]);
  return out;
}

// s'B for columns of B; null s: zeros.
template <class T>
Array<double> column_sums(const double *s, const Dense<T> &B, ExecutionContext &run) {
  Array<double> sums(run.memory, B.columns());
  for (Index j = 0; s != nullptr && j < B.rows(); ++j)
    for (Index c = 0; c < B.columns(); ++c) sums[c] += s[j] * static_cast<double>(B(j, c));
  return sums;
}

// The columns of B that are packed at a time: whole cache lines of the result.
template <class T>
Index columns_at_once(const Dense<T> &B) noexcept {
  constexpr Index least = 64;
  const Index fit = packed_bytes / static_cast<Index>(sizeof(T)) / std::max<Index>(1, B.rows());
  return std::min(std::max(fit / least * least, least), B.columns());
}

// X'B by consecutive parts of X, each read by one thread from top to bottom.
template <class T>
struct PartialSums {
  PartialSums(const DenseRows &rows, const Dense<T> &factor, ExecutionContext &run)
      : X(rows), B(factor), reader(RowReader<T>::for_product(rows)) {
    constexpr Index most_parts = 32;
    width = sums_width<T>(X.columns);
    size = std::max<Index>(1, (B.columns() + 1) / 2 * 2 * width);
    const Index wanted =
        std::clamp<Index>(sums_bytes / (size * static_cast<Index>(sizeof(T))), 1, most_parts);
    part_rows = (std::max<Index>(X.rows, 1) / wanted + rows_of_sum) / rows_of_sum * rows_of_sum;
    parts = (X.rows + part_rows - 1) / part_rows;
    columns = reader.in_place() ? X.columns : std::min(X.columns, columns_of_sum);
    sums = Array<T>(run.memory, parts * size);
    if (reader.rest().shift != nullptr) weights = Array<double>(run.memory, parts * B.columns());
  }

  Index scratch() const noexcept {
    return sums_scratch<T>(rows_of_sum, B.columns()) + rows_of_sum * B.stride() +
           reader.copy_size(rows_of_sum, columns);
  }
  void add(Index part, T *scratch) noexcept {
    T *const scaled = scratch + sums_scratch<T>(rows_of_sum, B.columns());
    T *const copy = scaled + rows_of_sum * B.stride();
    const double *const factor = reader.rest().factor;
    const Index last = std::min((part + 1) * part_rows, X.rows);
    for (Index i = part * part_rows; i < last; i += rows_of_sum) {
      const Index rows = std::min(rows_of_sum, last - i);
      for (Index r = 0; factor != nullptr && r < rows; ++r)
        scale(B.row(i + r), B.stride(), factor[i + r], scaled + r * B.stride());
      const DenseView<T> left{.rows = rows,
                              .columns = B.columns(),
                              .stride = B.stride(),
                              .values = factor != nullptr ? scaled : B.row(i)};
      for (Index r = 0; !weights.empty() && r < rows; ++r)
        for (Index c = 0; c < B.columns(); ++c)
          weights[part * B.columns() + c] += static_cast<double>(left.row(r)[c]);
      for (Index j = 0; j < X.columns; j += columns)
        add_transposed_product(left,
                               reader.read(i, rows, j, std::min(columns, X.columns - j), copy),
                               sums.data() + part * size + j, width, scratch);
    }
  }
  // Columns begin .. end - 1 of X.
  static constexpr Index block = 64;
  void write(Index begin, Index end, Dense<T> &out) const noexcept {
    for (Index c = 0; c < B.columns(); ++c) {
      double total[block] = {};
      for (Index part = 0; part < parts; ++part) {
        const T *const sum = sums.data() + part * size + c * width + begin;
        for (Index j = 0; j < end - begin; ++j) total[j] += static_cast<double>(sum[j]);
      }
      double weight = 0;
      for (Index part = 0; !weights.empty() && part < parts; ++part)
        weight += weights[part * B.columns() + c];
      const auto &[factor, shift, spread] = reader.rest();
      for (Index j = begin; j < end; ++j) {
        const double x = total[j - begin] - (shift != nullptr ? shift[j] * weight : 0);
        const bool zero = spread != nullptr && std::isinf(spread[j]);  // even if x overflows
        out(j, c) = static_cast<T>(zero ? 0 : spread != nullptr ? x / spread[j] : x);
      }
    }
  }

  const DenseRows &X;
  const Dense<T> &B;
  RowReader<T> reader;
  Index width, size, part_rows, parts, columns;
  Array<T> sums;          // transposed: a row of `width` entries for each column of B
  Array<double> weights;  // of each part: the sum of each column of diag(f) B
};

template <class T>
void multiply_counts(const CountRows &X, const Dense<T> &B, Dense<T> &out, ExecutionContext &run) {
  const Index threads = run.pool.threads();
  std::vector<ReadRows<T>> blocks;
  for (Index t = 0; t < threads; ++t) blocks.emplace_back(run.memory, X.longest_block);
  parallel_rows(run, threads, 0, X.rows, CountRows::block, [&](Index t, Index begin, Index end) {
    const CsrView<T> some = blocks[static_cast<std::size_t>(t)].read(X, begin, end);
    kernels<T>().spmm(some.indptr, some.indices, some.values, 0, some.rows, {B.data()}, B.stride(),
                      out.row(begin));
  });
}

}  // namespace

template <class T>
void multiply(const DataView<T> &X, const Dense<T> &B, Dense<T> &out, ExecutionContext &run) {
  if (X.is_counts()) return multiply_counts(X.counts(), B, out, run);
  if (!X.is_dense()) return multiply(X.sparse(), B, out, run.pool);
  const RowReader<T> reader = RowReader<T>::for_product(X.dense());
  const RestOfRows rest = reader.rest();
  const Dense<T> divided = rest.spread != nullptr ? divided_rows(B, rest.spread, run) : Dense<T>();
  const Dense<T> &right = rest.spread != nullptr ? divided : B;
  const Array<double> offset = column_sums(rest.shift, right, run);
  const Index at_once = columns_at_once(B), step = rows_at_once<T>();
  Array<T> packed(run.memory, columns_size<T>(X.columns, at_once));
  for (Index first = 0; first < B.columns(); first += at_once) {
    const Index count = std::min(at_once, B.columns() - first);
    pack_columns<T>({B.rows(), B.columns(), B.stride(), right.data()}, first, count, packed.data());
    const auto task = [&](T *copy, Index k) {
      const Index begin = k * step, rows = std::min(step, X.rows - begin);
      T *const C = out.row(begin) + first;
      inner_blocks(X.columns, [&](Index l, Index inner) {
        multiply_columns(reader.read(begin, rows, l, inner, copy),
                         packed.data() + columns_size<T>(l, count), count, C, out.stride(), l > 0);
      });
      for (Index i = 0; (rest.factor != nullptr || rest.shift != nullptr) && i < rows; ++i)
        finish(C + i * out.stride(), offset.data() + first, count,
               rest.factor != nullptr ? rest.factor[begin + i] : 1);
    };
    const Index copy = reader.copy_size(step, std::min(longest_inner, X.columns));
    with_scratch<T>((X.rows + step - 1) / step, copy, run, task);
  }
}

template <class T>
void multiply_transposed(const DenseRows &X, const Dense<T> &B, Dense<T> &out,
                         ExecutionContext &run) {
  run.monitor.check();
  PartialSums<T> partial(X, B, run);
  with_scratch<T>(partial.parts, partial.scratch(), run,
                  [&](T *scratch, Index part) { partial.add(part, scratch); });
  run.pool.blocks(X.columns, PartialSums<T>::block,
                  [&](Index begin, Index end) { partial.write(begin, end, out); });
}

template <class T>
void multiply_transposed(const CountRows &X, const Dense<T> &B, Dense<T> &out,
                         ExecutionContext &run) {
  run.monitor.check();
  std::fill_n(out.data(), out.size(), T{0});
  by_columns<T>(X, run, [&](Index i, const std::int32_t *columns, const T *values, Index count) {
    kernels<T>().spread(columns, values, count, B.row(i), B.stride(), out.data());
  });
}

template <class T>
void DataProducts<T>::transposed_times(const Dense<T> &B, Dense<T> &out,
                                       ExecutionContext &run) const {
  if (X_.is_counts()) return multiply_transposed(X_.counts(), B, out, run);
  X_.is_dense() ? multiply_transposed(X_.dense(), B, out, run)
                : multiply(Xt_.view(), B, out, run.pool);
}

namespace {

// A copy of the rows row_of(0) .. row_of(n - 1).
template <class T, class RowOf>
Csr<T> rows_of(const CountRows &X, Index n, const RowOf &row_of, ExecutionContext &run) {
  constexpr Index rows_of_task = 512;
  Array<Index> indptr(run.memory, n + 1);
  run.pool.blocks(n, rows_of_task, [&](Index first, Index last) {
    for (Index i = first; i < last; ++i)
      for (Index e = X.indptr[row_of(i)]; e < X.indptr[row_of(i) + 1]; ++e)
        indptr[i + 1] += X.weighted(e) != 0 ? 1 : 0;
  });
  for (Index i = 0; i < n; ++i) indptr[i + 1] += indptr[i];
  Csr<T> copy(run.memory, n, X.columns, indptr[n]);
  copy.indptr = std::move(indptr);
  std::vector<ReadRows<T>> rows;
  for (Index t = 0; t < run.pool.threads(); ++t) rows.emplace_back(run.memory, X.longest_row);
  parallel_rows(run, std::ssize(rows), 0, n, rows_of_task, [&](Index t, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const CsrView<T> row = rows[static_cast<std::size_t>(t)].read(X, row_of(i), row_of(i) + 1);
      std::copy_n(row.indices, row.indptr[1], copy.indices.data() + copy.indptr[i]);
      std::copy_n(row.values, row.indptr[1], copy.values.data() + copy.indptr[i]);
    }
  });
  return copy;
}

}  // namespace

template <class T>
Csr<T> copied_rows(const CountRows &X, Index begin, Index end, ExecutionContext &run) {
  return rows_of<T>(
      X, end - begin, [=](Index i) { return begin + i; }, run);
}

template <class T>
Csr<T> copied_rows(const CountRows &X, const Array<std::int32_t> &which, ExecutionContext &run) {
  return rows_of<T>(
      X, which.size(), [&](Index i) { return Index{which[i]}; }, run);
}

template <class T>
double square_norm(const DataView<T> &X) {
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

// Each thread has a part of the rows: next[p][j] is the place of its first entry in column j.
template <class T>
Csr<T> transpose(CsrView<T> X, ExecutionContext &run) {
  constexpr Index least = 1 << 14;  // entries of a part
  const Index parts = std::min(run.pool.threads(), X.entries() / std::max(X.columns, least));
  if (parts < 2) return transpose(X, run.memory);
  Csr<T> Xt(run.memory, X.columns, X.rows, X.entries());
  Array<Index> next(run.memory, parts * X.columns);
  const auto first_row = [&](Index p) {
    const Index entry = X.entries() * p / parts;
    return p == parts ? X.rows : std::lower_bound(X.indptr, X.indptr + X.rows, entry) - X.indptr;
  };
  run.pool.each(parts, [&](Index p) {
    Index *const count = next.data() + p * X.columns;
    for (Index e = X.indptr[first_row(p)]; e < X.indptr[first_row(p + 1)]; ++e)
      ++count[X.indices[e]];
  });
  for (Index j = 0; j < X.columns; ++j) {
    Index at = Xt.indptr[j];
    for (Index p = 0; p < parts; ++p) at += std::exchange(next[p * X.columns + j], at);
    Xt.indptr[j + 1] = at;
  }
  run.pool.each(parts, [&](Index p) {
    Index *const to = next.data() + p * X.columns;
    for (Index i = first_row(p); i < first_row(p + 1); ++i)
      for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
        const Index at = to[X.indices[e]]++;
        Xt.indices[at] = static_cast<std::int32_t>(i);
        Xt.values[at] = X.values[e];
      }
  });
  return Xt;
}

template <class T>
TransposedData<T>::TransposedData(const DataProducts<T> &X, ExecutionContext &run) {
  if (!X.X().is_dense()) {
    view_ = DataView<T>(X.sparse_transpose());
    return;
  }
  const DenseRows &rows = X.X().dense();
  copy_ = Dense<T>(run.memory, rows.columns, rows.rows);
  run.pool.blocks(rows.rows, 64, [&](Index begin, Index end) {
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
  template void multiply_transposed<T>(const CountRows &, const Dense<T> &, Dense<T> &, \
                                       ExecutionContext &);                             \
  template Csr<T> copied_rows<T>(const CountRows &, Index, Index, ExecutionContext &);  \
  template Csr<T> copied_rows<T>(const CountRows &, const Array<std::int32_t> &,        \
                                 ExecutionContext &);                                   \
  template Csr<T> transpose<T>(CsrView<T>, ExecutionContext &);                         \
  template class DataProducts<T>;                                                       \
  template double square_norm<T>(const DataView<T> &);                                  \
  template class TransposedData<T>;
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
