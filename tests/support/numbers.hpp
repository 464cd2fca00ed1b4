// For the tests of the numerical parts: a host to run on, random matrices and graphs, and plain
// dense matrices with slow, obvious products as a reference.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "methods/registry.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/rng.hpp"

namespace manifact {

// Memory, threads and monitor of one call.
struct Host {
  explicit Host(std::int64_t threads = 1) : pool(threads) {}

  std::shared_ptr<Memory> memory = std::make_shared<Memory>();
  ThreadPool pool;
  Monitor monitor;
  ExecutionContext run{memory, pool, monitor};
};

// A row-major dense matrix.
struct Plain {
  Plain() = default;
  Plain(std::int64_t n_rows, std::int64_t n_columns)
      : rows(n_rows), columns(n_columns), values(static_cast<std::size_t>(n_rows * n_columns)) {}

  double &operator()(std::int64_t i, std::int64_t j) {
    return values[static_cast<std::size_t>(i * columns + j)];
  }
  double operator()(std::int64_t i, std::int64_t j) const {
    return values[static_cast<std::size_t>(i * columns + j)];
  }
  // For the innermost loops: under sanitizers, the tests are compiled without optimization.
  double *row(std::int64_t i) { return values.data() + i * columns; }
  const double *row(std::int64_t i) const { return values.data() + i * columns; }
  bool operator==(const Plain &) const = default;

  std::int64_t rows = 0, columns = 0;
  std::vector<double> values;
};

inline Plain from_rows(std::initializer_list<std::vector<double>> rows) {
  Plain A(static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(rows.begin()->size()));
  A.values.clear();
  for (const auto &row : rows) A.values.insert(A.values.end(), row.begin(), row.end());
  return A;
}

inline Plain identity(std::int64_t n) {
  Plain I(n, n);
  for (std::int64_t i = 0; i < n; ++i) I(i, i) = 1;
  return I;
}

inline Plain transposed(const Plain &A) {
  Plain B(A.columns, A.rows);
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t j = 0; j < A.columns; ++j) B(j, i) = A(i, j);
  return B;
}

inline Plain operator*(const Plain &A, const Plain &B) {
  Plain C(A.rows, B.columns);
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t l = 0; l < A.columns; ++l) {
      const double a = A(i, l), *const b = B.row(l);
      double *const c = C.row(i);
      for (std::int64_t j = 0; j < B.columns; ++j) c[j] += a * b[j];
    }
  return C;
}

inline Plain operator+(Plain A, const Plain &B) {
  for (std::size_t e = 0; e < A.values.size(); ++e) A.values[e] += B.values[e];
  return A;
}

inline Plain operator-(Plain A, const Plain &B) {
  for (std::size_t e = 0; e < A.values.size(); ++e) A.values[e] -= B.values[e];
  return A;
}

inline Plain operator*(double factor, Plain A) {
  for (double &x : A.values) x *= factor;
  return A;
}

// diag(left) A diag(right); an empty side is 1.
inline Plain scaled(const std::vector<double> &left, Plain A, const std::vector<double> &right) {
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t j = 0; j < A.columns; ++j)
      A(i, j) *= (left.empty() ? 1 : left[static_cast<std::size_t>(i)]) *
                 (right.empty() ? 1 : right[static_cast<std::size_t>(j)]);
  return A;
}

inline std::vector<double> diagonal(const Plain &A) {
  std::vector<double> d;
  for (std::int64_t i = 0; i < A.rows; ++i) d.push_back(A(i, i));
  return d;
}

// sum_ij A_ij B_ij
inline double inner(const Plain &A, const Plain &B) {
  double sum = 0;
  for (std::size_t e = 0; e < A.values.size(); ++e) sum += A.values[e] * B.values[e];
  return sum;
}

inline double largest(const Plain &A) {
  double most = 0;
  const double *const values = A.row(0);
  for (std::int64_t e = 0; e < A.rows * A.columns; ++e)
    most = std::fmax(most, std::fabs(values[e]));
  return most;
}

// The largest difference divided by the largest entry of `right`.
inline double relative_error(const Plain &got, const Plain &right) {
  EXPECT_EQ(got.rows, right.rows);
  EXPECT_EQ(got.columns, right.columns);
  double worst = 0;
  for (std::size_t e = 0; e < right.values.size(); ++e)
    worst = got.values[e] == right.values[e] ? worst
            : std::isnan(got.values[e])
                ? INFINITY
                : std::fmax(worst, std::fabs(got.values[e] - right.values[e]));
  return worst == 0 ? 0 : worst / largest(right);
}

template <class T>
Plain plain(const Dense<T> &A) {
  Plain B(A.rows(), A.columns());
  for (std::int64_t i = 0; i < B.rows; ++i)
    for (std::int64_t j = 0; j < B.columns; ++j) B(i, j) = static_cast<double>(A(i, j));
  return B;
}

// Sparse rows as data.
template <class T>
DataView<T> data(const Csr<T> &X) {
  return DataView<T>(X);
}
template <class T>
DataView<T> data(const CsrView<T> &X) {
  return DataView<T>(X);
}

template <class T>
Plain plain(const DataView<T> &X) {
  Plain B(X.rows, X.columns);
  for (std::int64_t i = 0; i < X.rows; ++i) {
    const DataRow<T> row = X.row(i);
    for (std::int64_t e = 0; e < row.size(); ++e) B(i, row.column(e)) = static_cast<double>(row[e]);
  }
  return B;
}

template <class T>
Plain plain(CsrView<T> A) {
  Plain B(A.rows, A.columns);
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t e = A.indptr[i]; e < A.indptr[i + 1]; ++e)
      B(i, A.indices[e]) = static_cast<double>(A.values[e]);
  return B;
}

template <class T>
Dense<T> dense(const Plain &A, const std::shared_ptr<Memory> &memory) {
  Dense<T> B(memory, A.rows, A.columns);
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t j = 0; j < A.columns; ++j) B(i, j) = static_cast<T>(A(i, j));
  return B;
}

template <class T>
Csr<T> csr(const Plain &A, const std::shared_ptr<Memory> &memory) {
  Csr<T> B(memory, A.rows, A.columns,
           static_cast<std::int64_t>(A.values.size()) -
               std::count(A.values.begin(), A.values.end(), 0.0));
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < A.rows; ++i) {
    const double *const row = A.row(i);
    for (std::int64_t j = 0; j < A.columns; ++j) {
      if (row[j] == 0) continue;
      B.indices[to] = static_cast<std::int32_t>(j);
      B.values[to++] = static_cast<T>(row[j]);
    }
    B.indptr[i + 1] = to;
  }
  return B;
}

// Entries uniform in (0, 1), a share of them nonzero.
inline Plain random_plain(std::int64_t rows, std::int64_t columns, std::uint64_t seed,
                          double share = 1) {
  Rng rng(seed, 77);
  Plain A(rows, columns);
  for (double &x : A.values) x = rng.uniform() < share ? rng.uniform() : 0;
  return A;
}

// Entries of mixed signs.
inline Plain signed_plain(std::int64_t rows, std::int64_t columns, std::uint64_t seed,
                          double share = 1) {
  Plain A = random_plain(rows, columns, seed, share);
  for (double &x : A.values)
    if (x != 0) x = 2 * x - 1;
  return A;
}

inline Array<std::int32_t> array(const std::vector<std::int32_t> &labels) {
  Array<std::int32_t> all(std::make_shared<Memory>(), static_cast<std::int64_t>(labels.size()));
  std::copy(labels.begin(), labels.end(), all.begin());
  return all;
}

// Symmetric weights in (0, 1), zero diagonal, about `share` of the pairs.
inline Plain random_weights(std::int64_t n, double share, std::uint64_t seed) {
  Plain S = random_plain(n, n, seed, share);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j <= i; ++j) S(i, j) = i == j ? 0 : S(j, i);
  return S;
}

inline std::vector<double> row_sums(const Plain &A) {
  std::vector<double> sums(static_cast<std::size_t>(A.rows));
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t j = 0; j < A.columns; ++j) sums[static_cast<std::size_t>(i)] += A(i, j);
  return sums;
}

inline Graph graph_of(const Plain &S, const std::shared_ptr<Memory> &memory) {
  Graph graph;
  graph.S = csr<double>(S, memory);
  graph.degree = Array<double>(memory, S.rows);
  const std::vector<double> degrees = row_sums(S);
  std::copy(degrees.begin(), degrees.end(), graph.degree.begin());
  return graph;
}

template <class T>
std::vector<T> listed(const Array<T> &array) {
  return {array.begin(), array.end()};
}

// The options of a method with these values.
inline Options options_of(const char *method,
                          const std::vector<std::pair<const char *, std::string>> &settings = {}) {
  Options options(find_method(method)->option_set());
  for (const auto &[name, value] : settings)
    options.set_text(*find_option(std::string_view(name)), value);
  return options;
}

}  // namespace manifact
