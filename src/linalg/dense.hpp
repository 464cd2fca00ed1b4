// Tall, skinny factors: row-major, each row padded with zeros to whole vectors so that kernels never meet a tail.
#pragma once

#include <cstdint>
#include <memory>

#include "linalg/csr.hpp"
#include "runtime/array.hpp"

namespace manifact {

template <class T>
class Dense {
 public:
  // Entries a row is padded to a multiple of: 32 bytes.
  static constexpr std::int64_t pad = 32 / static_cast<std::int64_t>(sizeof(T));

  Dense() noexcept = default;
  Dense(const std::shared_ptr<Memory> &memory, std::int64_t rows, std::int64_t columns)
      : rows_(rows), columns_(columns), stride_((columns + pad - 1) / pad * pad), values_(memory, rows * stride_) {}

  Dense copy() const {
    Dense twin;
    twin.rows_ = rows_;
    twin.columns_ = columns_;
    twin.stride_ = stride_;
    twin.values_ = values_.copy();
    return twin;
  }

  std::int64_t rows() const noexcept { return rows_; }
  std::int64_t columns() const noexcept { return columns_; }
  std::int64_t stride() const noexcept { return stride_; }
  std::int64_t size() const noexcept { return values_.size(); }  // padding included
  bool empty() const noexcept { return values_.empty(); }
  T *data() noexcept { return values_.data(); }
  const T *data() const noexcept { return values_.data(); }
  T *row(std::int64_t i) noexcept { return values_.data() + i * stride_; }
  const T *row(std::int64_t i) const noexcept { return values_.data() + i * stride_; }
  T &operator()(std::int64_t i, std::int64_t j) noexcept { return row(i)[j]; }
  const T &operator()(std::int64_t i, std::int64_t j) const noexcept { return row(i)[j]; }

 private:
  std::int64_t rows_ = 0, columns_ = 0, stride_ = 0;
  Array<T> values_;
};

// Rows of X written out: those listed, or all where none is.
template <class T>
Dense<double> dense_rows(CsrView<T> X, const Array<std::int32_t> &rows, const std::shared_ptr<Memory> &memory) {
  Dense<double> Y(memory, rows.empty() ? X.rows : rows.size(), X.columns);
  for (std::int64_t a = 0; a < Y.rows(); ++a) {
    const std::int64_t i = rows.empty() ? a : rows[a];
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) Y(a, X.indices[e]) = static_cast<double>(X.values[e]);
  }
  return Y;
}

}  // namespace manifact
