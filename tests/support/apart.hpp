// Dense matrices in memory whose rows are apart: everything outside of the rows is NaN and must not
// be read.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "support/numbers.hpp"

namespace manifact {

template <class T>
struct Apart {
  Apart(const Plain &A, std::int64_t gap)
      : rows(A.rows), columns(A.columns), stride(A.columns + gap) {
    values.assign(static_cast<std::size_t>(rows * stride + 1), static_cast<T>(std::nan("")));
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) at(i, j) = static_cast<T>(A(i, j));
  }
  T &at(std::int64_t i, std::int64_t j) {
    return values[static_cast<std::size_t>(1 + i * stride + j)];  // at no aligned address
  }
  DenseView<T> view() const { return {rows, columns, stride, values.data() + 1}; }
  DenseRows dense() const {
    DenseRows X;
    X.rows = rows, X.columns = columns, X.stride = stride;
    set(X, values.data() + 1);
    return X;
  }
  T *data() { return values.data() + 1; }

  std::int64_t rows, columns, stride;
  std::vector<T> values;

 private:
  static void set(DenseRows &X, const float *singles) { X.singles = singles; }
  static void set(DenseRows &X, const double *reals) { X.reals = reals; }
};

// From -1 to 1, numbers of type T.
template <class T>
Plain signed_numbers(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  Plain A = random_plain(rows, columns, seed);
  for (double &x : A.values) x = static_cast<double>(static_cast<T>(2 * x - 1));
  return A;
}

}  // namespace manifact
