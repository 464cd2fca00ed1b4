// Compressed sparse rows, canonical: indptr starts at 0, columns ascend within a row, no
// duplicates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A non-owning view.
template <class T>
struct CsrView {
  Index rows = 0, columns = 0;
  const Index *indptr = nullptr;
  const std::int32_t *indices = nullptr;
  const T *values = nullptr;

  Index entries() const noexcept { return rows == 0 ? 0 : indptr[rows]; }
};

// Owns its arrays.
template <class T>
struct Csr {
  Index rows = 0, columns = 0;
  Array<Index> indptr;
  Array<std::int32_t> indices;
  Array<T> values;

  Csr() noexcept = default;
  Csr(const std::shared_ptr<Memory> &memory, Index n_rows, Index n_columns, Index entries)
      : rows(n_rows),
        columns(n_columns),
        indptr(memory, n_rows + 1),
        indices(memory, entries),
        values(memory, entries) {}

  Index entries() const noexcept { return rows == 0 ? 0 : indptr[rows]; }
  CsrView<T> view() const noexcept {
    return {.rows = rows,
            .columns = columns,
            .indptr = indptr.data(),
            .indices = indices.data(),
            .values = values.data()};
  }
  operator CsrView<T>() const noexcept { return view(); }
};

// A_ij, 0 if it is not stored.
template <class T>
T value_at(const Csr<T> &A, Index i, Index j) noexcept {
  const std::int32_t *const begin = A.indices.data() + A.indptr[i], *const end = A.indices.data() +
                                                                                 A.indptr[i + 1];
  const std::int32_t *const found = std::lower_bound(begin, end, static_cast<std::int32_t>(j));
  return found != end && *found == j ? A.values[found - A.indices.data()] : T{0};
}

// X' as csr: row j is column j of X, with documents in ascending order.
template <class T>
Csr<T> transpose(CsrView<T> X, const std::shared_ptr<Memory> &memory) {
  Csr<T> Xt(memory, X.columns, X.rows, X.entries());
  for (Index e = 0; e < X.entries(); ++e) ++Xt.indptr[X.indices[e] + 1];
  for (Index j = 0; j < X.columns; ++j) Xt.indptr[j + 1] += Xt.indptr[j];
  Array<Index> next = Xt.indptr.copy();
  for (Index i = 0; i < X.rows; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
      const Index to = next[X.indices[e]]++;
      Xt.indices[to] = static_cast<std::int32_t>(i);
      Xt.values[to] = X.values[e];
    }
  return Xt;
}

// Converts arbitrary rows to canonical rows: columns ascending, duplicate entries summed in the
// given order.

// Canonical rows are left unchanged. X.indptr must be monotone and the columns in range. Throws
// Error(value) if a sum overflows.
template <class T>
void canonicalize(Csr<T> &X, const std::shared_ptr<Memory> &memory);

extern template void canonicalize<float>(Csr<float> &X, const std::shared_ptr<Memory> &memory);
extern template void canonicalize<double>(Csr<double> &X, const std::shared_ptr<Memory> &memory);

// Some rows of a sparse matrix.

// The rows with these numbers.
template <class T>
Csr<T> selected_rows(CsrView<T> X, const std::int32_t *rows, Index count,
                     const std::shared_ptr<Memory> &memory) {
  Index entries = 0;
  for (Index r = 0; r < count; ++r) entries += X.indptr[rows[r] + 1] - X.indptr[rows[r]];
  Csr<T> Y(memory, count, X.columns, entries);
  for (Index to = 0; to < count; ++to) {
    const Index begin = X.indptr[rows[to]], length = X.indptr[rows[to] + 1] - begin;
    std::copy_n(X.indices + begin, length, Y.indices.begin() + Y.indptr[to]);
    std::copy_n(X.values + begin, length, Y.values.begin() + Y.indptr[to]);
    Y.indptr[to + 1] = Y.indptr[to] + length;
  }
  return Y;
}

}  // namespace manifact
