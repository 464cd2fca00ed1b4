// A sparse matrix that grows row by row, for results whose size is not known before, to at most so
// many bytes of an array.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "linalg/csr.hpp"
#include "runtime/error.hpp"

namespace manifact {

class GrowingRows {
 public:
  GrowingRows(std::int64_t rows, std::int64_t columns, std::int64_t budget,
              const std::shared_ptr<Memory> &memory)
      : memory_(memory), budget_(budget), rows_(memory, rows, columns, 0) {
    rows_.rows = 0;
  }

  // The next row: columns rising. Throws Error(budget).
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
    const std::int64_t most = budget_ / static_cast<std::int64_t>(sizeof(T));
    if (used + more > most)
      fail(Status::budget,
           "%lld edges of the first %lld documents need %.0f bytes, more than the memory-budget of "
           "%lld",
           static_cast<long long>(used + more), static_cast<long long>(rows_.rows + 1),
           static_cast<double>(used + more) * sizeof(T), static_cast<long long>(budget_));
    Array<T> larger(memory_, std::min(most, std::max(2 * array.size(), used + more)));
    std::copy_n(array.data(), used, larger.data());
    array = std::move(larger);
  }

  std::shared_ptr<Memory> memory_;
  std::int64_t budget_;
  Csr<double> rows_;
};

}  // namespace manifact
