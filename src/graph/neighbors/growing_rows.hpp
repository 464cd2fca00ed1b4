// A sparse matrix that is built row by row, for results of unknown size, with a limit on the bytes
// of an array.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "linalg/sparse/csr.hpp"
#include "runtime/budget.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

class GrowingRows {
 public:
  GrowingRows(Index rows, Index columns, Index budget, const std::shared_ptr<Memory> &memory)
      : memory_(memory), budget_(budget), rows_(memory, rows, columns, 0) {
    rows_.rows = 0;
  }

  // Appends the next row: columns ascending. Throws Error(budget).
  void append(const std::int32_t *indices, const double *values, Index count) {
    const Index before = rows_.indptr[rows_.rows];
    grow(rows_.indices, before, count);
    grow(rows_.values, before, count);
    std::copy_n(indices, count, rows_.indices.data() + before);
    std::copy_n(values, count, rows_.values.data() + before);
    rows_.indptr[++rows_.rows] = before + count;
  }

  Index entries() const noexcept { return rows_.indptr[rows_.rows]; }
  Csr<double> take() { return std::move(rows_); }

 private:
  template <class T>
  void grow(Array<T> &array, Index used, Index more) {
    if (used + more <= array.size()) return;
    const Index most = budget_ / static_cast<Index>(sizeof(T)), edges = used + more;
    check_budget(static_cast<double>(edges) * sizeof(T), budget_,
                 "%lld edges of the first %lld documents need", number(edges),
                 number(rows_.rows + 1));
    Array<T> larger(memory_, std::min(most, std::max(2 * array.size(), used + more)));
    std::copy_n(array.data(), used, larger.data());
    array = std::move(larger);
  }

  std::shared_ptr<Memory> memory_;
  Index budget_;
  Csr<double> rows_;
};

}  // namespace manifact
