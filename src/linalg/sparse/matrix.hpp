// A validated input matrix with documents as rows, the content of a manifact_matrix handle:
// canonical csr or dense rows, with double or float values, or packed counts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "linalg/sparse/packed_counts.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class IndexType : int { int32 = 1, int64 = 2 };
enum class ValueType : int { single = 3, real = 4 };

// The columns of stored entries, as a caller stores them: 32 or 64 bits, base 0 or 1.
struct StoredColumns {
  const std::int32_t *narrow = nullptr;
  const std::int64_t *wide = nullptr;  // one of the two, unless there are no entries
  std::int32_t base = 0;

  StoredColumns() noexcept = default;
  StoredColumns(const std::int32_t *indices, Index counted_from) noexcept
      : narrow(indices), base(static_cast<std::int32_t>(counted_from)) {}
  StoredColumns(const std::int64_t *indices, Index counted_from) noexcept
      : wide(indices), base(static_cast<std::int32_t>(counted_from)) {}

  std::int32_t operator[](Index e) const noexcept {
    return wide != nullptr ? static_cast<std::int32_t>(wide[e] - base) : narrow[e] - base;
  }
  // As a Csr stores them: the array itself if it is int32 with base 0, otherwise a copy in `own`.
  const std::int32_t *as_csr(Index entries, Array<std::int32_t> &own,
                             const std::shared_ptr<Memory> &memory) const {
    if (wide == nullptr && base == 0) return narrow;
    own = Array<std::int32_t>(memory, entries);
    for (Index e = 0; e < entries; ++e) own[e] = (*this)[e];
    return own.data();
  }
};

struct Matrix : std::enable_shared_from_this<Matrix> {
  Index rows = 0, columns = 0;
  ValueType value_type = ValueType::real;
  // Row-major values of a dense array or table, used as given, not as counts; otherwise csr.
  bool dense = false;

  // The arrays in use; they point to the owned ones below or to borrowed memory. Dense: no indptr
  // and indices; row i begins at i * stride. Packed: no indices and values.
  const Index *indptr = nullptr;
  StoredColumns indices;
  const double *reals = nullptr;                 // value_type real
  const float *singles = nullptr;                // value_type single
  const unsigned char *const *packed = nullptr;  // the starts of packed rows
  Index stride = 0;

  Array<Index> own_indptr;
  Array<std::int32_t> own_indices;
  Array<double> own_reals;
  Array<float> own_singles;
  PackedCounts own_packed;
  Array<double> row_labels;  // from svmlight files, else empty

  void (*release)(void *) = nullptr;  // of borrowed arrays
  void *release_user = nullptr;
  // Whether a model may keep the arrays: not if they are borrowed from a caller that does not learn
  // when they are released.
  bool retainable = true;
  // Of a file that is mapped: throws Error(io) if it has been changed since. Empty: the arrays are
  // in memory.
  std::function<void()> require_unchanged;
  bool mapped() const noexcept { return require_unchanged != nullptr; }

  Matrix() noexcept = default;
  Matrix(const Matrix &) = delete;
  Matrix &operator=(const Matrix &) = delete;
  ~Matrix() {
    if (release != nullptr) release(release_user);
  }

  // Stored values, or the nonzero values of a dense matrix.
  Index entries() const noexcept { return dense ? nonzeros : indptr[rows]; }
  // The same of some rows.
  Index entries(Index begin, Index end) const noexcept {
    if (!dense) return indptr[end] - indptr[begin];
    Index count = 0;
    for (Index i = begin; i < end; ++i) each(i, [&count](std::int32_t, double) { ++count; });
    return count;
  }
  // Of a matrix that is not packed.
  double value(Index e) const noexcept {
    return value_type == ValueType::real ? reals[e] : static_cast<double>(singles[e]);
  }

  // visit(column, value) for the entries of row i, columns ascending.
  template <class Visit>
  void each(Index i, Visit &&visit) const {
    if (dense) {
      for (Index j = 0; j < columns; ++j)
        if (const double x = value(i * stride + j); x != 0) visit(static_cast<std::int32_t>(j), x);
    } else if (packed != nullptr) {
      each_packed(packed[i], indptr[i + 1] - indptr[i], visit);
    } else {
      for (Index e = indptr[i]; e < indptr[i + 1]; ++e) visit(indices[e], value(e));
    }
  }
  // The same for all rows, from top to bottom.
  template <class Visit>
  void each(Visit &&visit) const {
    for (Index i = 0; i < rows; ++i) each(i, visit);
  }

  Index nonzeros = 0;  // of a dense or mapped matrix
};

// The arrays of a caller, of any type that the API supports.
struct RawCompressed {
  Index n_outer = 0, n_inner = 0, entries = 0;  // outer: rows for csr, columns for csc
  const void *indptr = nullptr;
  IndexType indptr_type = IndexType::int32;
  const void *indices = nullptr;
  IndexType index_type = IndexType::int32;
  Index base = 0;  // of indptr and indices: 0 or 1
  const void *values = nullptr;
  ValueType value_type = ValueType::real;
};

// Each validates all data and throws an Error that names the offending index. With `borrow`, and if
// the rows are sorted without duplicates, from_csr sets *borrowed and points to the caller's values
// and indices, and to an int64 indptr with base 0; any other indptr is copied.
std::unique_ptr<Matrix> matrix_from_csr(const RawCompressed &raw, bool borrow, bool *borrowed,
                                        const std::shared_ptr<Memory> &memory);
std::unique_ptr<Matrix> matrix_from_csc(const RawCompressed &raw,
                                        const std::shared_ptr<Memory> &memory);
// With `borrow`, points to the caller's values if the columns of a row are adjacent.
std::unique_ptr<Matrix> matrix_from_dense(Index rows, Index columns, Index row_stride,
                                          Index column_stride, const void *values,
                                          ValueType value_type, bool borrow, bool *borrowed,
                                          const std::shared_ptr<Memory> &memory);
std::unique_ptr<Matrix> matrix_from_dense(Index rows, Index columns, Index row_stride,
                                          Index column_stride, const void *values,
                                          ValueType value_type,
                                          const std::shared_ptr<Memory> &memory);

// Takes ownership of canonical arrays (from readers and transformations): rows sorted, no
// duplicates, finite; not validated again.
std::unique_ptr<Matrix> matrix_from_parts(Csr<double> &&parts);
std::unique_ptr<Matrix> matrix_from_counts(PackedCounts &&counts);

// Takes ownership of finite values, row-major without gaps.
std::unique_ptr<Matrix> matrix_from_values(Index rows, Index columns, Array<float> &&values);
std::unique_ptr<Matrix> matrix_from_values(Index rows, Index columns, Array<double> &&values);

// A dense matrix for a model to keep, without gaps between rows: itself if it is shared and
// retainable, otherwise a copy.
std::shared_ptr<const Matrix> kept_matrix(const Matrix &X, const std::shared_ptr<Memory> &memory);

// A copy of the entries as csr.
Csr<double> sparse_copy(const Matrix &X, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
