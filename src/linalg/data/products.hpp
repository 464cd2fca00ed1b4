// Products with the data matrix. Rows are divided independently of the number of threads, and
// partial sums are added in order, so that results do not depend on it.
#pragma once

#include <algorithm>
#include <vector>

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

// body(i, columns, values, count) for the rows of counts from top to bottom, each part of the
// columns on one thread; so what belongs to a column may be changed without locks, in the order of
// the rows. Throws Error(cancelled) if the host requested it.
template <class T, class Body>
void by_columns(const CountRows &X, ExecutionContext &run, const Body &body) {
  constexpr Index rows_between_checks = 4096;
  const Index tasks = std::min(run.pool.threads(), CountRows::parts);
  std::vector<ReadRows<T>> rows;
  for (Index t = 0; t < tasks; ++t) rows.emplace_back(run.memory, X.longest_row);
  run.pool.each(tasks, [&](Index t) {
    ReadRows<T> &row = rows[static_cast<std::size_t>(t)];
    const std::int32_t begin = X.parts_begin[t * CountRows::parts / tasks],
                       end = X.parts_begin[(t + 1) * CountRows::parts / tasks];
    for (Index i = 0; i < X.rows; ++i) {
      if (i % rows_between_checks == 0 && run.monitor.cancelled()) return;
      const Index first = tasks == 1 ? X.indptr[i] : X.first_of(i, begin),
                  last = tasks == 1 ? X.indptr[i + 1] : X.first_of(i, end);
      const Index count = X.read(i, first, last, row.indices.data(), row.values.data());
      if (count > 0) body(i, row.indices.data(), row.values.data(), count);
    }
  });
  run.monitor.check();
}

// out = X'B for counts: each row of the result is summed in the order of the documents, as in the
// product with a stored transpose.
template <class T>
void multiply_transposed(const CountRows &X, const Dense<T> &B, Dense<T> &out,
                         ExecutionContext &run);

// X', as transpose(X, memory), by all threads.
template <class T>
Csr<T> transpose(CsrView<T> X, ExecutionContext &run);

// X and X': sparse rows are stored by column as well, dense rows and counts are not.
template <class T>
class DataProducts {
 public:
  DataProducts(const DataView<T> &X, ExecutionContext &run) : X_(X) {
    if (!X.is_dense() && !X.is_counts()) Xt_ = transpose(X.sparse(), run);
  }

  const DataView<T> &X() const noexcept { return X_; }
  const Csr<T> &sparse_transpose() const noexcept { return Xt_; }  // of X in memory, else empty

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

// Rows begin .. end - 1, or those listed, of counts in memory.
template <class T>
Csr<T> copied_rows(const CountRows &X, Index begin, Index end, ExecutionContext &run);
template <class T>
Csr<T> copied_rows(const CountRows &X, const Array<std::int32_t> &which, ExecutionContext &run);

// The bytes that each entry of it takes.
template <class T>
constexpr double bytes_of_copied_entry = sizeof(std::int32_t) + sizeof(T);

// The values of a factor as dense rows; `all_columns`: 0 .. columns - 1.
DenseRows rows_of(const Dense<float> &A, const Array<std::int32_t> &all_columns) noexcept;
DenseRows rows_of(const Dense<double> &A, const Array<std::int32_t> &all_columns) noexcept;

// sum_ij x_ij^2
template <class T>
double square_norm(const DataView<T> &X);

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
