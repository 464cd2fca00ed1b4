// Some rows of a sparse matrix.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {

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
