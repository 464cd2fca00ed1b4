// The data matrix X (n documents x m features) as the methods use it: sparse rows, or dense rows
// that are transformed while they are read,
//
//   x_ij = (a_ij - shift_j) / spread_j factor_i
//
// so that dense data are scaled and centered without a copy, or counts that are weighted while they
// are read (linalg/data/count_rows.hpp). A view owns nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>

#include "linalg/data/count_rows.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Dense values a, row-major, and the transformation; null pointers: 0, 1 and 1.
struct DenseRows {
  Index rows = 0, columns = 0, stride = 0;
  const float *singles = nullptr;  // the values: one of the two is set
  const double *reals = nullptr;
  const double *shift = nullptr, *spread = nullptr;  // m
  const double *factor = nullptr;                    // n
  const std::int32_t *all_columns = nullptr;         // 0 .. m - 1
  const std::int32_t *selection = nullptr;  // row i is row selection[i] of the values; null: row i
  int part = 0;                             // 1: max(x, 0), -1: max(-x, 0), 0: x

  bool transformed() const noexcept { return shift != nullptr || factor != nullptr || part != 0; }

  Index place(Index i) const noexcept { return selection != nullptr ? selection[i] : i; }

  double value(Index i, Index j) const noexcept {
    const Index p = place(i), e = p * stride + j;
    double a = singles != nullptr ? static_cast<double>(singles[e]) : reals[e];
    if (shift != nullptr) a = (a - shift[j]) / spread[j];
    if (factor != nullptr) a *= factor[p];
    return part == 0 ? a : std::fmax(part * a, 0);
  }
};

// x_ij for columns begin .. end-1 of row i.
template <class T>
void load(const DenseRows &X, Index i, Index begin, Index end, T *out) noexcept;

// One row: its stored values and their columns, ascending. A dense row stores every column. A row
// of counts has a buffer of its matrix: CountRows::held rows of a thread need no allocation.
template <class T>
class DataRow {
 public:
  DataRow(Index size, const std::int32_t *columns, const T *values) noexcept
      : size_(size), columns_(columns), values_(values) {}
  DataRow(const DenseRows &X, Index i, const T *values) noexcept
      : size_(X.columns), columns_(X.all_columns), values_(values), dense_(&X), i_(i) {}
  DataRow(const CountRows &X, Index i) : own_(X.buffers->take(), {X.buffers}) {
    const Index most = X.indptr[i + 1] - X.indptr[i];
    if (own_ == nullptr)
      own_ = {new double[static_cast<std::size_t>(most + most / 2 + 1)], {nullptr}};
    T *const values = reinterpret_cast<T *>(own_.get());
    auto *const columns = reinterpret_cast<std::int32_t *>(own_.get() + most);
    size_ = X.read(i, X.indptr[i], X.indptr[i + 1], columns, values);
    columns_ = columns;
    values_ = values;
  }

  Index size() const noexcept { return size_; }
  std::int32_t column(Index e) const noexcept { return columns_[e]; }
  T operator[](Index e) const noexcept {
    return values_ != nullptr ? values_[e] : static_cast<T>(dense_->value(i_, e));
  }
  bool dense() const noexcept { return dense_ != nullptr; }

 private:
  struct GiveBack {
    RowBuffers *buffers;  // null: of this row alone
    void operator()(const double *buffer) const noexcept {
      buffers != nullptr ? buffers->give_back(buffer) : delete[] buffer;
    }
  };

  Index size_ = 0;
  const std::int32_t *columns_ = nullptr;
  const T *values_ = nullptr;  // null: computed
  std::unique_ptr<double[], GiveBack> own_;
  const DenseRows *dense_ = nullptr;
  Index i_ = 0;
};

template <class T>
class DataView {
 public:
  DataView() noexcept = default;
  DataView(CsrView<T> X) noexcept : rows(X.rows), columns(X.columns), sparse_(X) {}
  DataView(const Csr<T> &X) noexcept : DataView(X.view()) {}
  explicit DataView(const DenseRows &X) noexcept
      : rows(X.rows), columns(X.columns), dense_(X), is_dense_(true) {}
  explicit DataView(const CountRows &X) noexcept
      : rows(X.rows), columns(X.columns), counts_(X), is_counts_(true) {}

  Index rows = 0, columns = 0;

  bool is_dense() const noexcept { return is_dense_; }
  // Of rows in memory: neither dense nor counts.
  const CsrView<T> &sparse() const noexcept { return sparse_; }
  bool is_counts() const noexcept { return is_counts_; }
  const CountRows &counts() const noexcept { return counts_; }
  const DenseRows &dense() const noexcept { return dense_; }

  // Stored values; all of dense data.
  Index entries() const noexcept {
    return is_dense_ ? rows * columns : is_counts_ ? counts_.entries : sparse_.entries();
  }

  // Valid as long as the view.
  DataRow<T> row(Index i) const {
    if (is_dense_) return DataRow<T>(dense_, i, plain_row(i));
    if (is_counts_) return DataRow<T>(counts_, i);
    const Index begin = sparse_.indptr[i];
    return DataRow<T>(sparse_.indptr[i + 1] - begin, sparse_.indices + begin,
                      sparse_.values + begin);
  }

  // Whether a document has no features: no stored value, or only zeros in a dense row.
  bool is_empty(Index i) const noexcept {
    if (is_counts_) return counts_.is_empty(i);
    if (!is_dense_) return sparse_.indptr[i] == sparse_.indptr[i + 1];
    const DataRow<T> x = row(i);
    for (Index e = 0; e < columns; ++e)
      if (x[e] != 0) return false;
    return true;
  }

 private:
  // The values of a row that needs no computation, otherwise null.
  const T *plain_row(Index i) const noexcept;

  CsrView<T> sparse_;
  DenseRows dense_;
  CountRows counts_;
  bool is_dense_ = false, is_counts_ = false;
};

template <>
inline const float *DataView<float>::plain_row(Index i) const noexcept {
  return dense_.transformed() || dense_.singles == nullptr
             ? nullptr
             : dense_.singles + dense_.place(i) * dense_.stride;
}
template <>
inline const double *DataView<double>::plain_row(Index i) const noexcept {
  return dense_.transformed() || dense_.reals == nullptr
             ? nullptr
             : dense_.reals + dense_.place(i) * dense_.stride;
}

// Rows begin .. end-1.
template <class T>
DataView<T> some_rows(const DataView<T> &X, Index begin, Index end) noexcept {
  if (X.is_counts()) {
    CountRows part = X.counts();
    part.rows = end - begin;
    part.indptr += begin;
    if (part.largest != nullptr) part.largest += begin, part.length += begin;
    part.longest_block *= 2;  // blocks begin elsewhere
    return DataView<T>(part);
  }
  if (!X.is_dense()) {
    const CsrView<T> &S = X.sparse();
    return CsrView<T>{.rows = end - begin,
                      .columns = S.columns,
                      .indptr = S.indptr + begin,
                      .indices = S.indices,
                      .values = S.values};
  }
  DenseRows part = X.dense();
  part.rows = end - begin;
  if (part.selection != nullptr) {
    part.selection += begin;
    return DataView<T>(part);
  }
  if (part.singles != nullptr) part.singles += begin * part.stride;
  if (part.reals != nullptr) part.reals += begin * part.stride;
  if (part.factor != nullptr) part.factor += begin;
  return DataView<T>(part);
}

// The rows of dense data with these numbers.
inline DenseRows selected_rows(const DenseRows &X, const Array<std::int32_t> &rows) noexcept {
  DenseRows part = X;
  part.rows = rows.size();
  part.selection = rows.data();
  return part;
}

// max(x, 0) for sign 1, max(-x, 0) for sign -1.
inline DenseRows part_of(const DenseRows &X, int sign) noexcept {
  DenseRows part = X;
  part.part = sign;
  return part;
}

// Rows as points in all coordinates, for methods that use Euclidean distances between them. Dense
// data are used in place; the copy of sparse data is made here alone.

// Points that someone else owns: an array, or dense rows of a type and with a transformation.
class PointView {
 public:
  PointView(const Dense<double> &Y) noexcept : plain_(Y.data()) {
    X_.rows = Y.rows();
    X_.columns = Y.columns();
    X_.stride = Y.stride();
    X_.reals = Y.data();
  }
  PointView(const DenseRows &X) noexcept
      : X_(X), plain_(X.transformed() || X.selection != nullptr ? nullptr : X.reals) {}

  Index rows() const noexcept { return X_.rows; }
  Index columns() const noexcept { return X_.columns; }
  const DenseRows &dense() const noexcept { return X_; }

  double operator()(Index i, Index c) const noexcept {
    return plain_ != nullptr ? plain_[i * X_.stride + c] : X_.value(i, c);
  }
  // In place, or in `scratch`, which has columns() entries.
  const double *row(Index i, double *scratch) const noexcept {
    if (plain_ != nullptr) return plain_ + i * X_.stride;
    load(X_, i, 0, X_.columns, scratch);
    return scratch;
  }

 private:
  DenseRows X_;
  const double *plain_;  // null: computed
};

// The rows of X with these numbers, or all rows if `rows` is null, as an array: of sparse data, and
// for methods that change the points. Throws Error(budget) if it needs more than `budget` bytes, as
// sparse text usually does.
template <class T>
Dense<double> copied_points(const DataView<T> &X, const Array<std::int32_t> *rows, Index budget,
                            const std::shared_ptr<Memory> &memory);

// The same for methods that only read the points: dense data are not copied, and X and `rows` must
// outlive the result. They count against the budget anyway, since a search packs as many bytes.
template <class T>
class DataPoints {
 public:
  DataPoints(const DataView<T> &X, const Array<std::int32_t> *rows, Index budget,
             const std::shared_ptr<Memory> &memory);
  DataPoints(DataPoints &&) = delete;

  const PointView &view() const noexcept { return view_; }

 private:
  Dense<double> own_;
  PointView view_;
};

}  // namespace manifact
