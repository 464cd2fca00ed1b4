// A validated input matrix with documents as rows, the content of a manifact_matrix handle.
// Canonical csr with double or float values.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class IndexType : int { int32 = 1, int64 = 2 };
enum class ValueType : int { single = 3, real = 4 };

struct Matrix {
  Index rows = 0, columns = 0;
  ValueType value_type = ValueType::real;
  bool dense = false;  // from a dense array or table: values are used as given, not as counts

  // The arrays in use; they point to the owned ones below or to borrowed memory.
  const Index *indptr = nullptr;
  const std::int32_t *indices = nullptr;
  const double *reals = nullptr;   // value_type real
  const float *singles = nullptr;  // value_type single

  Array<Index> own_indptr;
  Array<std::int32_t> own_indices;
  Array<double> own_reals;
  Array<float> own_singles;
  Array<double> row_labels;  // from svmlight files, else empty

  void (*release)(void *) = nullptr;  // of borrowed arrays
  void *release_user = nullptr;

  Matrix() noexcept = default;
  Matrix(const Matrix &) = delete;
  Matrix &operator=(const Matrix &) = delete;
  ~Matrix() {
    if (release != nullptr) release(release_user);
  }

  Index entries() const noexcept { return indptr[rows]; }
  double value(Index e) const noexcept {
    return value_type == ValueType::real ? reals[e] : static_cast<double>(singles[e]);
  }
};

// The arrays of a caller, of any type that the API supports.
struct RawCompressed {
  Index n_outer = 0, n_inner = 0, entries = 0;  // outer: rows for csr, columns for csc
  const void *indptr = nullptr;
  const void *indices = nullptr;
  IndexType index_type = IndexType::int32;
  const void *values = nullptr;
  ValueType value_type = ValueType::real;
};

// Each validates all data and throws an Error that names the offending index. With `borrow`,
// from_csr points to the caller's indices and values if the indices are sorted int32, and sets
// *borrowed.
std::unique_ptr<Matrix> matrix_from_csr(const RawCompressed &raw, bool borrow, bool *borrowed,
                                        const std::shared_ptr<Memory> &memory);
std::unique_ptr<Matrix> matrix_from_csc(const RawCompressed &raw,
                                        const std::shared_ptr<Memory> &memory);
std::unique_ptr<Matrix> matrix_from_dense(Index rows, Index columns, Index row_stride,
                                          Index column_stride, const void *values,
                                          ValueType value_type,
                                          const std::shared_ptr<Memory> &memory);

// Takes ownership of canonical arrays (from readers and transformations): rows sorted, no
// duplicates, finite; not validated again. `dense`: the data came as a table.
std::unique_ptr<Matrix> matrix_from_parts(Csr<double> &&parts, bool dense = false);

}  // namespace manifact
