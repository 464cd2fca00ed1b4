// Validates the arrays of a caller once, so that later code need not check them again. No length or
// index is used before it is validated: first indptr, since it bounds all later accesses; then each
// index and value; only then is data moved.
#include "linalg/sparse/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index largest_dimension = std::numeric_limits<std::int32_t>::max();

long long shown(Index number) noexcept { return number; }

void check_dimension(Index size, const char *name) {
  if (size == 0)
    fail(Status::empty, "%s is 0; a matrix needs at least one row and one column", name);
  if (size < 0 || size > largest_dimension)
    fail(Status::argument, "%s is %lld; it must lie in 1..%lld", name, shown(size),
         shown(largest_dimension));
}

template <class T>
const T *checked_pointer(const void *pointer, const char *name) {
  if (pointer == nullptr) fail(Status::null, "%s is NULL", name);
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignof(T) != 0)
    fail(Status::argument, "%s is not aligned to its type of %zu bytes", name, sizeof(T));
  return static_cast<const T *>(pointer);
}

template <class T>
[[noreturn]] void refuse_value(T value, Index row, Index column) {
  fail(Status::value, "row %lld, column %lld is %s", shown(row), shown(column),
       std::isnan(value) ? "NaN" : "infinite");
}

// The caller's arrays with their types, every number validated, and a 64-bit indptr with base 0.
template <class StoredIndex, class T>
struct Checked {
  Array<Index> own_indptr;        // empty: the caller's
  const Index *indptr = nullptr;  // either
  const StoredIndex *indices = nullptr;
  const T *values = nullptr;
};

template <class Stored>
void check_indptr(const RawCompressed &raw, const Stored *indptr) {
  if (indptr[0] != raw.base)
    fail(Status::structure, "indptr[0] is %lld, not %lld", shown(indptr[0]), shown(raw.base));
  for (Index i = 1; i <= raw.n_outer; ++i)
    if (indptr[i] < indptr[i - 1])
      fail(Status::structure, "indptr[%lld] < indptr[%lld]", shown(i), shown(i - 1));
  const Index last = indptr[raw.n_outer];
  if (last - raw.base != raw.entries)
    fail(Status::length, "indptr[%lld] is %lld, but %lld entries are given", shown(raw.n_outer),
         shown(last), shown(raw.entries));
}

template <class Stored, class Arrays>
void take_indptr(const RawCompressed &raw, Arrays &arrays, const std::shared_ptr<Memory> &memory) {
  const Stored *indptr = checked_pointer<Stored>(raw.indptr, "indptr");
  check_indptr(raw, indptr);
  if constexpr (std::is_same_v<Stored, Index>) {
    if (raw.base == 0) {
      arrays.indptr = indptr;
      return;
    }
  }
  arrays.own_indptr = Array<Index>(memory, raw.n_outer + 1);
  for (Index i = 0; i <= raw.n_outer; ++i) arrays.own_indptr[i] = indptr[i] - raw.base;
  arrays.indptr = arrays.own_indptr.data();
}

// The row of CSR, or column of CSC, that holds an entry.
Index outer_of(const RawCompressed &raw, const Index *indptr, Index entry) noexcept {
  return std::upper_bound(indptr, indptr + raw.n_outer + 1, entry) - indptr - 1;
}

template <class StoredIndex, class T>
Checked<StoredIndex, T> checked(const RawCompressed &raw, bool by_rows,
                                const std::shared_ptr<Memory> &memory) {
  if (raw.entries < 0)
    fail(Status::argument, "n_entries is %lld; it cannot be negative", shown(raw.entries));
  Checked<StoredIndex, T> arrays;
  if (raw.indptr_type == IndexType::int32)
    take_indptr<std::int32_t>(raw, arrays, memory);
  else
    take_indptr<Index>(raw, arrays, memory);
  if (raw.entries == 0) return arrays;
  arrays.indices = checked_pointer<StoredIndex>(raw.indices, "indices");
  arrays.values = checked_pointer<T>(raw.values, "values");
  for (Index e = 0; e < raw.entries; ++e)
    if (arrays.indices[e] < raw.base || arrays.indices[e] >= raw.n_inner + raw.base)
      fail(Status::structure,
           "%s %lld has an entry in %s %lld (indices[%lld]): there are %lld to %lld",
           by_rows ? "row" : "column", shown(outer_of(raw, arrays.indptr, e) + raw.base),
           by_rows ? "column" : "row", shown(arrays.indices[e]), shown(e), shown(raw.base),
           shown(raw.n_inner - 1 + raw.base));
  for (Index e = 0; e < raw.entries; ++e) {
    if (std::isfinite(arrays.values[e])) continue;
    const Index outer = outer_of(raw, arrays.indptr, e) + raw.base, inner = arrays.indices[e];
    refuse_value(arrays.values[e], by_rows ? outer : inner, by_rows ? inner : outer);
  }
  return arrays;
}

template <class StoredIndex>
Array<std::int32_t> narrowed(const RawCompressed &raw, const StoredIndex *indices,
                             const std::shared_ptr<Memory> &memory) {
  Array<std::int32_t> copy(memory, raw.entries);
  for (Index e = 0; e < raw.entries; ++e)
    copy[e] = static_cast<std::int32_t>(indices[e] - raw.base);
  return copy;
}

template <class StoredIndex>
bool rows_rise(Index rows, const Index *indptr, const StoredIndex *indices) noexcept {
  for (Index i = 0; i < rows; ++i)
    for (Index e = indptr[i] + 1; e < indptr[i + 1]; ++e)
      if (indices[e] <= indices[e - 1]) return false;
  return true;
}

void use_values(Matrix &matrix, const double *values) noexcept {
  matrix.value_type = ValueType::real;
  matrix.reals = values;
}
void use_values(Matrix &matrix, const float *values) noexcept {
  matrix.value_type = ValueType::single;
  matrix.singles = values;
}
void own_values(Matrix &matrix, Array<double> &&values) noexcept {
  use_values(matrix, (matrix.own_reals = std::move(values)).data());
}
void own_values(Matrix &matrix, Array<float> &&values) noexcept {
  use_values(matrix, (matrix.own_singles = std::move(values)).data());
}

template <class T>
std::unique_ptr<Matrix> adopt(Csr<T> &&X) {
  auto matrix = std::make_unique<Matrix>();
  matrix->rows = X.rows;
  matrix->columns = X.columns;
  matrix->own_indptr = std::move(X.indptr);
  matrix->own_indices = std::move(X.indices);
  matrix->indptr = matrix->own_indptr.data();
  matrix->indices = {matrix->own_indices.data(), 0};
  own_values(*matrix, std::move(X.values));
  return matrix;
}

// In place: the values and indices, and an int64 indptr with base 0.
template <class StoredIndex, class T>
std::unique_ptr<Matrix> borrow_rows(const RawCompressed &raw, Checked<StoredIndex, T> &&arrays) {
  auto matrix = std::make_unique<Matrix>();
  matrix->rows = raw.n_outer;
  matrix->columns = raw.n_inner;
  matrix->indptr = arrays.indptr;
  matrix->own_indptr = std::move(arrays.own_indptr);
  matrix->indices = {arrays.indices, raw.base};
  use_values(*matrix, arrays.values);
  return matrix;
}

template <class StoredIndex, class T>
std::unique_ptr<Matrix> from_rows(const RawCompressed &raw, bool borrow, bool *borrowed,
                                  const std::shared_ptr<Memory> &memory) {
  Checked<StoredIndex, T> arrays = checked<StoredIndex, T>(raw, true, memory);
  *borrowed = borrow && rows_rise(raw.n_outer, arrays.indptr, arrays.indices);
  if (*borrowed) return borrow_rows(raw, std::move(arrays));
  Csr<T> X;
  X.rows = raw.n_outer;
  X.columns = raw.n_inner;
  X.indptr = Array<Index>(memory, raw.n_outer + 1);
  std::copy(arrays.indptr, arrays.indptr + raw.n_outer + 1, X.indptr.begin());
  arrays.own_indptr = {};
  X.indices = narrowed(raw, arrays.indices, memory);
  X.values = Array<T>(memory, raw.entries);
  std::copy(arrays.values, arrays.values + raw.entries, X.values.begin());
  canonicalize(X, memory);
  return adopt(std::move(X));
}

// A counting sort by row. Columns are visited in ascending order, so that every row is sorted, with
// duplicate entries adjacent.
template <class StoredIndex, class T>
std::unique_ptr<Matrix> from_columns(const RawCompressed &raw,
                                     const std::shared_ptr<Memory> &memory) {
  const Checked<StoredIndex, T> arrays = checked<StoredIndex, T>(raw, false, memory);
  Csr<T> X(memory, raw.n_inner, raw.n_outer, raw.entries);
  for (Index e = 0; e < raw.entries; ++e) ++X.indptr[arrays.indices[e] - raw.base + 1];
  for (Index i = 0; i < X.rows; ++i) X.indptr[i + 1] += X.indptr[i];
  Array<Index> next = X.indptr.copy();
  for (Index j = 0; j < raw.n_outer; ++j)
    for (Index e = arrays.indptr[j]; e < arrays.indptr[j + 1]; ++e) {
      const Index to = next[arrays.indices[e] - raw.base]++;
      X.indices[to] = static_cast<std::int32_t>(j);
      X.values[to] = arrays.values[e];
    }
  next = {};
  canonicalize(X, memory);
  return adopt(std::move(X));
}

struct Strided {
  Index rows, columns, row_stride, column_stride;

  // visit(i, j, position) in memory order; in both layouts the columns of a row come in ascending
  // order.
  template <class Visit>
  void each(Visit &&visit) const {
    if (row_stride >= column_stride) {
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j) visit(i, j, i * row_stride + j * column_stride);
    } else {
      for (Index j = 0; j < columns; ++j)
        for (Index i = 0; i < rows; ++i) visit(i, j, i * row_stride + j * column_stride);
    }
  }
};

// The last entry must be addressable in bytes; then no product of an index and a stride overflows.
void check_strides(const Strided &shape, Index entry_size) {
  if (shape.row_stride < 1 || shape.column_stride < 1)
    fail(Status::argument, "the strides are %lld and %lld; both must be positive",
         shown(shape.row_stride), shown(shape.column_stride));
  Index down = 0, right = 0, last = 0, bytes = 0;
  if (__builtin_mul_overflow(shape.rows - 1, shape.row_stride, &down) ||
      __builtin_mul_overflow(shape.columns - 1, shape.column_stride, &right) ||
      __builtin_add_overflow(down, right, &last) ||
      __builtin_mul_overflow(last, entry_size, &bytes) ||
      bytes > std::numeric_limits<std::ptrdiff_t>::max() - entry_size)
    fail(Status::argument, "the strides %lld and %lld exceed the address space",
         shown(shape.row_stride), shown(shape.column_stride));
}

Index count_nonzeros(const Matrix &X) noexcept {
  Index count = 0;
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) count += X.value(i * X.stride + j) != 0 ? 1 : 0;
  return count;
}

template <class T>
std::unique_ptr<Matrix> from_strided(const Strided &shape, const void *pointer, bool borrow,
                                     bool *borrowed, const std::shared_ptr<Memory> &memory) {
  check_strides(shape, sizeof(T));
  const T *values = checked_pointer<T>(pointer, "values");
  shape.each([&](Index i, Index j, Index position) {
    if (!std::isfinite(values[position])) refuse_value(values[position], i, j);
  });
  auto matrix = std::make_unique<Matrix>();
  matrix->rows = shape.rows;
  matrix->columns = shape.columns;
  matrix->dense = true;
  // Rows that overlap are copied, because the caller may not expect them to be shared.
  *borrowed = borrow && shape.column_stride == 1 && shape.row_stride >= shape.columns;
  if (*borrowed) {
    matrix->stride = shape.row_stride;
    use_values(*matrix, values);
  } else {
    matrix->stride = shape.columns;
    Array<T> copy(memory, shape.rows * shape.columns);
    shape.each(
        [&](Index i, Index j, Index position) { copy[i * shape.columns + j] = values[position]; });
    own_values(*matrix, std::move(copy));
  }
  matrix->nonzeros = count_nonzeros(*matrix);
  return matrix;
}

template <class T>
std::unique_ptr<Matrix> adopt_values(Index rows, Index columns, Array<T> &&values) {
  auto matrix = std::make_unique<Matrix>();
  matrix->rows = rows;
  matrix->columns = matrix->stride = columns;
  matrix->dense = true;
  own_values(*matrix, std::move(values));
  matrix->nonzeros = count_nonzeros(*matrix);
  return matrix;
}

}  // namespace

std::unique_ptr<Matrix> matrix_from_csr(const RawCompressed &raw, bool borrow, bool *borrowed,
                                        const std::shared_ptr<Memory> &memory) {
  *borrowed = false;
  check_dimension(raw.n_outer, "n_rows");
  check_dimension(raw.n_inner, "n_columns");
  const bool single = raw.value_type == ValueType::single;
  if (raw.index_type == IndexType::int32)
    return single ? from_rows<std::int32_t, float>(raw, borrow, borrowed, memory)
                  : from_rows<std::int32_t, double>(raw, borrow, borrowed, memory);
  return single ? from_rows<Index, float>(raw, borrow, borrowed, memory)
                : from_rows<Index, double>(raw, borrow, borrowed, memory);
}

std::unique_ptr<Matrix> matrix_from_csc(const RawCompressed &raw,
                                        const std::shared_ptr<Memory> &memory) {
  check_dimension(raw.n_inner, "n_rows");
  check_dimension(raw.n_outer, "n_columns");
  const bool single = raw.value_type == ValueType::single;
  if (raw.index_type == IndexType::int32)
    return single ? from_columns<std::int32_t, float>(raw, memory)
                  : from_columns<std::int32_t, double>(raw, memory);
  return single ? from_columns<Index, float>(raw, memory)
                : from_columns<Index, double>(raw, memory);
}

std::unique_ptr<Matrix> matrix_from_dense(Index rows, Index columns, Index row_stride,
                                          Index column_stride, const void *values,
                                          ValueType value_type, bool borrow, bool *borrowed,
                                          const std::shared_ptr<Memory> &memory) {
  *borrowed = false;
  check_dimension(rows, "n_rows");
  check_dimension(columns, "n_columns");
  const Strided shape{
      .rows = rows, .columns = columns, .row_stride = row_stride, .column_stride = column_stride};
  return value_type == ValueType::single
             ? from_strided<float>(shape, values, borrow, borrowed, memory)
             : from_strided<double>(shape, values, borrow, borrowed, memory);
}

std::unique_ptr<Matrix> matrix_from_dense(Index rows, Index columns, Index row_stride,
                                          Index column_stride, const void *values,
                                          ValueType value_type,
                                          const std::shared_ptr<Memory> &memory) {
  bool borrowed = false;
  return matrix_from_dense(rows, columns, row_stride, column_stride, values, value_type, false,
                           &borrowed, memory);
}

std::unique_ptr<Matrix> matrix_from_parts(Csr<double> &&parts) { return adopt(std::move(parts)); }

std::unique_ptr<Matrix> matrix_from_counts(PackedCounts &&counts) {
  auto matrix = std::make_unique<Matrix>();
  matrix->own_packed = std::move(counts);
  matrix->rows = matrix->own_packed.rows;
  matrix->columns = matrix->own_packed.columns;
  matrix->indptr = matrix->own_packed.indptr.data();
  matrix->packed = matrix->own_packed.starts.data();
  return matrix;
}

std::unique_ptr<Matrix> matrix_from_values(Index rows, Index columns, Array<float> &&values) {
  return adopt_values(rows, columns, std::move(values));
}
std::unique_ptr<Matrix> matrix_from_values(Index rows, Index columns, Array<double> &&values) {
  return adopt_values(rows, columns, std::move(values));
}

std::shared_ptr<const Matrix> kept_matrix(const Matrix &X, const std::shared_ptr<Memory> &memory) {
  std::shared_ptr<const Matrix> same = X.weak_from_this().lock();
  if (same != nullptr && X.retainable && X.stride == X.columns) return same;
  const void *const values = X.singles != nullptr ? static_cast<const void *>(X.singles) : X.reals;
  return matrix_from_dense(X.rows, X.columns, X.stride, 1, values, X.value_type, memory);
}

Csr<double> sparse_copy(const Matrix &X, const std::shared_ptr<Memory> &memory) {
  Csr<double> Y(memory, X.rows, X.columns, X.entries());
  Index to = 0;
  for (Index i = 0; i < X.rows; ++i) {
    X.each(i, [&](std::int32_t j, double value) {
      Y.indices[to] = j;
      Y.values[to++] = value;
    });
    Y.indptr[i + 1] = to;
  }
  return Y;
}

}  // namespace manifact
