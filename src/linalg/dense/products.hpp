// Products of factors over all threads. Rows are cut into blocks of fixed size and partial sums are
// added in block order, so that the bits do not depend on the number of threads.
#pragma once

#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// out = A B. A is sparse; B and out have the same width.
template <class T>
void multiply(CsrView<T> A, const Dense<T> &B, Dense<T> &out, ThreadPool &pool);

// out = A B, B small: as many rows as A has columns, and the width of out.
template <class T>
void multiply(const Dense<T> &A, const Dense<T> &B, Dense<T> &out, ThreadPool &pool);

// Rows to unit length; zeros stay.
template <class T>
Dense<T> unit_rows(const Dense<T> &A, ExecutionContext &run);

// A'B (width x width, padding included and zero), summed over blocks of rows in double.
template <class T>
Dense<T> gram(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run);

// For each column c: sum_i weight_i A_ic B_ic; weight may be null.
template <class T>
Array<double> column_dots(const Dense<T> &A, const Dense<T> &B, const T *weight,
                          ExecutionContext &run);

// The Euclidean length of each column, also where its square is beyond a double.
template <class T>
Array<double> column_lengths(const Dense<T> &A, ExecutionContext &run);

// Multiply column c by factor_c (as many as A has columns).
template <class T>
void scale_columns(Dense<T> &A, const Array<double> &factor, ExecutionContext &run);

// out_i = weight_i A_i
template <class T>
void scale_rows(const Dense<T> &A, const Array<T> &weight, Dense<T> &out, ThreadPool &pool);

// A padded row of factors for the kernels.
template <class T>
Array<T> padded(const Array<double> &factor, Index stride, ExecutionContext &run);

// sum_ic A_ic B_ic
template <class T>
double dot(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run);

}  // namespace manifact
