// Products of factors on all threads. Rows are divided into blocks of fixed size and partial sums
// are added in block order, so that results do not depend on the number of threads.
#pragma once

#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// out = A B for sparse A; B and out have the same width.
template <class T>
void multiply(CsrView<T> A, const Dense<T> &B, Dense<T> &out, ThreadPool &pool);
// A may have more columns than B has rows: `rest` has a row, with the stride of B, for each further
// column; null if there are none.
template <class T>
void multiply(CsrView<T> A, const Dense<T> &B, const T *rest, Dense<T> &out, ThreadPool &pool);

// out = A B for small B: its rows match the columns of A, its width that of out.
template <class T>
void multiply(const Dense<T> &A, const Dense<T> &B, Dense<T> &out, ThreadPool &pool);

// Normalizes rows to unit length; zero rows stay.
template <class T>
Dense<T> unit_rows(const Dense<T> &A, ExecutionContext &run);
template <class T>
Dense<T> unit_rows(Dense<T> &&A, ExecutionContext &run);  // in place

// A'B (width x width, with zero padding), summed in double over blocks of rows.
template <class T>
Dense<T> gram(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run);
template <class T>
Dense<T> gram(const Tall<T> &A, const Tall<T> &B, ExecutionContext &run);
template <class T>
Dense<T> gram(const Tall<T> &, const Dense<T> &, ExecutionContext &) = delete;
template <class T>
Dense<T> gram(const Dense<T> &, const Tall<T> &, ExecutionContext &) = delete;

// For each column c: sum_i weight_i A_ic B_ic; weight may be null.
template <class T>
Array<double> column_dots(const Dense<T> &A, const Dense<T> &B, const T *weight,
                          ExecutionContext &run);
template <class T>
Array<double> column_dots(const Tall<T> &A, const Tall<T> &B, const T *weight,
                          ExecutionContext &run);
template <class T>
Array<double> column_dots(const Tall<T> &, const Dense<T> &, const T *,
                          ExecutionContext &) = delete;
template <class T>
Array<double> column_dots(const Dense<T> &, const Tall<T> &, const T *,
                          ExecutionContext &) = delete;

// The Euclidean norm of each column, even if its square overflows or underflows a double.
template <class T>
Array<double> column_lengths(const Dense<T> &A, ExecutionContext &run);
template <class T>
Array<double> column_lengths(const Tall<T> &A, ExecutionContext &run);

// Multiplies column c by factor_c; `factor` has one entry per column of A.
template <class T>
void scale_columns(Dense<T> &A, const Array<double> &factor, ExecutionContext &run);

// Scales columns to unit length; zero columns stay.
template <class T>
void to_unit_columns(Dense<T> &A, ExecutionContext &run);
template <class T>
void to_unit_columns(Tall<T> &, ExecutionContext &) = delete;

// out_i = weight_i A_i
template <class T>
void scale_rows(const Dense<T> &A, const Array<T> &weight, Dense<T> &out, ThreadPool &pool);

// A padded row of factors for the kernels.
template <class T>
Array<T> padded(const Array<double> &factor, Index stride, ExecutionContext &run);

// sum_ic A_ic B_ic
template <class T>
double dot(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run);
template <class T>
double dot(const Tall<T> &A, const Tall<T> &B, ExecutionContext &run);
template <class T>
double dot(const Tall<T> &, const Dense<T> &, ExecutionContext &) = delete;
template <class T>
double dot(const Dense<T> &, const Tall<T> &, ExecutionContext &) = delete;

}  // namespace manifact
