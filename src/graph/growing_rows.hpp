// A sparse matrix that grows row by row, for results whose size is not known before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "linalg/csr.hpp"

namespace manifact {

class GrowingRows {
 public:
  GrowingRows(std::int64_t rows, std::int64_t columns, const std::shared_ptr<Memory> &memory) : memory_(memory), rows_(memory, rows, columns, 0) {
    rows_.rows = 0;
  }

  // The next row: columns rising.
  void append(const std::int32_t *indices, const double *values, std::int64_t count) {
    const std::int64_t before = rows_.indptr[rows_.rows];
    grow(rows_.indices, before, count);
    grow(rows_.values, before, count);
    std::copy_n(indices, count, rows_.indices.data() + before);
    std::copy_n(values, count, rows_.values.data() + before);
    rows_.indptr[++rows_.rows] = before + count;
  }

  std::int64_t entries() const noexcept { return rows_.indptr[rows_.rows]; }
  Csr<double> take() { return std::move(rows_); }

 private:
  template <class T>
  void grow(Array<T> &array, std::int64_t used, std::int64_t more) {
    if (used + more <= array.size()) return;
    Array<T> larger(memory_, std::max(2 * array.size(), used + more));
    std::copy_n(array.data(), used, larger.data());
    array = std::move(larger);
  }

  std::shared_ptr<Memory> memory_;
  Csr<double> rows_;
};

}  // namespace manifact
