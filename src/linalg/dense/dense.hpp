// Tall, skinny factors: row-major, with each row zero-padded to whole vectors so that kernels need
// no remainder loops.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A row-major dense matrix in memory that someone else owns.
template <class T>
struct DenseView {
  Index rows = 0, columns = 0;
  Index stride = 0;  // entries from one row to the next, at least `columns`; no padding is read
  const T *values = nullptr;

  const T *row(Index i) const noexcept { return values + i * stride; }
};

template <class T>
class Dense {
 public:
  // Rows are padded to a multiple of 32 bytes.
  static constexpr Index pad = 32 / static_cast<Index>(sizeof(T));

  Dense() noexcept = default;
  Dense(const std::shared_ptr<Memory> &memory, Index rows, Index columns)
      : rows_(rows),
        columns_(columns),
        stride_((columns + pad - 1) / pad * pad),
        values_(memory, rows * stride_) {}

  Dense copy() const {
    Dense twin;
    twin.rows_ = rows_;
    twin.columns_ = columns_;
    twin.stride_ = stride_;
    twin.values_ = values_.copy();
    return twin;
  }

  // The rows without padding, in the same memory. This object is empty then.
  Array<T> release() noexcept {
    for (Index i = 1; i < rows_ && stride_ > columns_; ++i)
      std::copy_n(row(i), columns_, values_.data() + i * columns_);
    values_.shrink(rows_ * columns_);
    Array<T> all = std::move(values_);
    rows_ = columns_ = stride_ = 0;
    return all;
  }

  Index rows() const noexcept { return rows_; }
  Index columns() const noexcept { return columns_; }
  Index stride() const noexcept { return stride_; }
  Index size() const noexcept { return values_.size(); }  // including padding
  bool empty() const noexcept { return values_.empty(); }
  T *data() noexcept { return values_.data(); }
  const T *data() const noexcept { return values_.data(); }
  T *row(Index i) noexcept { return values_.data() + i * stride_; }
  const T *row(Index i) const noexcept { return values_.data() + i * stride_; }
  T &operator()(Index i, Index j) noexcept { return row(i)[j]; }
  const T &operator()(Index i, Index j) const noexcept { return row(i)[j]; }

 private:
  Index rows_ = 0, columns_ = 0, stride_ = 0;
  Array<T> values_;
};

// A factor with a row for each document.

// Several processes may hold the documents, and the rows with them: sums over the rows of a Tall
// are sums over all documents, those over the rows of a Dense are of one process. A Dense that does
// not belong to documents is the same on every process. The functions of products.hpp that sum over
// rows do not accept one of each.
template <class T>
class Tall : public Dense<T> {
 public:
  Tall() noexcept = default;
  Tall(const std::shared_ptr<Memory> &memory, Index rows, Index columns)
      : Dense<T>(memory, rows, columns) {}
  explicit Tall(Dense<T> &&rows) noexcept : Dense<T>(std::move(rows)) {}

  Tall copy() const { return Tall(Dense<T>::copy()); }
};

}  // namespace manifact
