// Rows as points in all coordinates, for methods that use Euclidean distances between them. Dense
// data are used in place; the copy of sparse data is made here alone.
#pragma once

#include <memory>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/index.hpp"

namespace manifact {

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
