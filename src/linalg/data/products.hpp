// Products with the data matrix. Rows are divided independently of the number of threads, and
// partial sums are added in order, so that results do not depend on it.
#pragma once

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// out = X B; B is m x k.
template <class T>
void multiply(const DataView<T> &X, const Dense<T> &B, Dense<T> &out, ExecutionContext &run);

// out = X'B for dense X; B is n x k.
template <class T>
void multiply_transposed(const DenseRows &X, const Dense<T> &B, Dense<T> &out,
                         ExecutionContext &run);

// X and X': sparse rows are stored by column as well, dense rows are not.
template <class T>
class DataProducts {
 public:
  DataProducts(const DataView<T> &X, ExecutionContext &run) : X_(X) {
    if (!X.is_dense()) Xt_ = transpose(X.sparse(), run.memory);
  }

  const DataView<T> &X() const noexcept { return X_; }
  const Csr<T> &sparse_transpose() const noexcept { return Xt_; }  // empty for dense X

  void times(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const {
    multiply(X_, B, out, run);
  }
  void transposed_times(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const;
  // The same for a factor of documents, over the documents of all processes.
  void sums_over_documents(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const {
    transposed_times(B, out, run);
    run.sum(out.data(), out.size());
  }

 private:
  DataView<T> X_;
  Csr<T> Xt_;
};

// The values of a factor as dense rows; `all_columns`: 0 .. columns - 1.
DenseRows rows_of(const Dense<float> &A, const Array<std::int32_t> &all_columns) noexcept;
DenseRows rows_of(const Dense<double> &A, const Array<std::int32_t> &all_columns) noexcept;

// sum_ij x_ij^2
template <class T>
double square_norm(const DataView<T> &X) noexcept;

// X' as data, features as rows: the stored transpose of sparse data, a copy of dense data.
template <class T>
class TransposedData {
 public:
  TransposedData(const DataProducts<T> &X, ExecutionContext &run);

  DataView<T> view() const noexcept { return view_; }
  // Of a dense copy: features with fewer than `least` nonzero values become zero.
  void clear_rows_below(Index least) noexcept;

 private:
  Dense<T> copy_;
  Array<std::int32_t> all_columns_;
  DataView<T> view_;
};

}  // namespace manifact
