// linalg/eigen: the largest eigenpairs of an operator, and truncated singular values.
#include "linalg/eigen/eigenpairs.hpp"

#include <numeric>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

Plain positive_symmetric(std::int64_t n, std::uint64_t seed) {
  const Plain A = random_plain(n, n, seed);
  return A + transposed(A);
}

struct Decomposed {
  Plain Q;
  std::vector<double> values;
};

Decomposed decomposed(const Plain &A) {
  Decomposed d{A, std::vector<double>(static_cast<std::size_t>(A.rows))};
  Host host;
  EXPECT_TRUE(symmetric_eigen(A.rows, d.Q.values.data(), d.values.data(), host.run));
  return d;
}

// Products with a plain matrix, as an operator.
template <class T>
SymmetricOperator<T> operator_of(const Csr<T> &A, ExecutionContext &run) {
  return [&A, &run](const Dense<T> &B, Dense<T> &out) { multiply(A.view(), B, out, run.pool); };
}

template <class T = double>
Eigenpairs<T> found(const Plain &A, EigenRequest request, Host &host) {
  const Csr<T> sparse = csr<T>(A, host.memory);
  return largest_eigenpairs<T>(A.rows, request, operator_of(sparse, host.run), Rng(3), host.run);
}

TEST(Eigenpairs, are_those_of_lapack_on_a_dense_matrix) {
  Host host;
  const Plain B = random_plain(90, 90, 5, 0.2), A = B * transposed(B);
  const std::vector<double> right = decomposed(A).values;
  for (const std::int64_t count : {1, 2, 7, 30, 90}) {
    EigenRequest request{count, 0};
    request.tolerance = 1e-10;
    const Eigenpairs<double> pairs = found(A, request, host);
    ASSERT_TRUE(pairs.converged) << count;
    for (std::int64_t c = 0; c < count; ++c) {
      EXPECT_NEAR(pairs.values[c], right[static_cast<std::size_t>(c)], 1e-9 * right[0])
          << c << " of " << count;
      EXPECT_LE(pairs.residuals[c], 1e-9 * right[0]);
    }
    const Plain Y = plain(pairs.vectors);
    EXPECT_LT(relative_error(transposed(Y) * Y, identity(count)), 1e-11);
  }
}

// The normalized adjacency of a graph of c components has the eigenvalue 1 exactly c times:
// ordinary Lanczos misses some.
TEST(Eigenpairs, no_multiplicity_is_missed_on_a_graph_of_many_components) {
  Host host;
  for (const std::int64_t components : {2, 5, 12, 31, 60}) {
    const std::int64_t size = 6, n = components * size;
    Plain S(n, n);
    const Plain weights = random_weights(n, 1, 8);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) S(i, j) = i / size == j / size ? weights(i, j) : 0;
    std::vector<double> inverse = row_sums(S);
    for (double &x : inverse) x = 1 / std::sqrt(x);
    EigenRequest request{components, -1};
    request.tolerance = 1e-9;
    const Eigenpairs<double> pairs = found(scaled(inverse, S, inverse), request, host);
    ASSERT_TRUE(pairs.converged);
    for (std::int64_t c = 0; c < components; ++c)
      EXPECT_NEAR(pairs.values[c], 1, 1e-9) << c << " of " << components;
  }
}

// Close eigenvalues in a wide spectrum, as in local prediction with few neighbors: each round
// reduces the residual slowly.
TEST(Eigenpairs, slow_rounds_stay_as_good_as_they_are) {
  Host host;
  constexpr std::int64_t n = 1200;
  const auto value = [](std::int64_t i) {
    return i < 400 ? -0.03 - 0.0015 * static_cast<double>(i)
                   : -0.63 - 20 * static_cast<double>(i - 400) / 800;
  };
  const SymmetricOperator<double> diagonal = [&](const Dense<double> &B, Dense<double> &out) {
    for (std::int64_t i = 0; i < n; ++i) {
      const double factor = value(i), *const from = B.row(i);
      double *const to = out.row(i);
      for (std::int64_t c = 0; c < B.columns(); ++c) to[c] = factor * from[c];
    }
  };
  EigenRequest request{30, -30};
  request.tolerance = 1e-5;
  request.origin = 0;
  request.rounds = 300;
  request.most_degree = 30;
  const Eigenpairs<double> pairs =
      largest_eigenpairs<double>(n, request, diagonal, Rng(3), host.run);
  EXPECT_TRUE(pairs.converged);
  EXPECT_LE(pairs.rounds, 60) << pairs.products << " products";
  for (std::int64_t c = 0; c < 30; ++c) EXPECT_NEAR(pairs.values[c], value(c), 1e-7) << c;
}

TEST(Eigenpairs, do_not_depend_on_the_threads) {
  const Plain B = random_plain(3000, 40, 5, 0.1);
  Host one(1), four(4);
  const Csr<double> sparse = csr<double>(B, one.memory);
  const DataProducts<double> X(DataView<double>(sparse), one.run);
  const Svd<double> a = truncated_svd<double>(X, 6, 1e-6, Rng(1), one.run),
                    b = truncated_svd<double>(X, 6, 1e-6, Rng(1), four.run);
  EXPECT_EQ(listed(a.sigma), listed(b.sigma));
  EXPECT_EQ(plain(a.coordinates), plain(b.coordinates));
}

TEST(Eigenpairs, an_operator_that_is_not_finite_is_an_error) {
  Host host;
  Plain A = positive_symmetric(20, 2);
  A(3, 4) = A(4, 3) = std::nan("");
  expect_error(Status::numerics, "the eigenvalues of a projected operator are not finite", [&] {
    found(A, {3, 0}, host);
  });
}

TEST(Eigenpairs, an_operator_of_low_rank_has_zeros_beyond_it) {
  Host host;
  const Plain B = random_plain(50, 4, 3), A = B * transposed(B);
  const std::vector<double> right = decomposed(A).values;
  const Eigenpairs<double> pairs = found(A, {8, 0}, host);
  for (std::int64_t c = 0; c < 8; ++c)
    EXPECT_NEAR(pairs.values[c], right[static_cast<std::size_t>(c)], 1e-10 * right[0]);
}

// The coordinates Z = U diag(sigma) of the best approximation: Z Z' equals the truncated X X'.
template <class T>
void expect_best(const Plain &X, const Svd<T> &svd, std::int64_t rank, double tolerance) {
  const Decomposed d = decomposed(X * transposed(X));
  Plain best(X.rows, X.rows);
  for (std::int64_t c = 0; c < rank; ++c) {
    EXPECT_NEAR(svd.sigma[c], std::sqrt(d.values[static_cast<std::size_t>(c)]),
                tolerance * std::sqrt(d.values[0]))
        << c;
    for (std::int64_t i = 0; i < X.rows; ++i)
      for (std::int64_t j = 0; j < X.rows; ++j)
        best(i, j) += d.Q(i, c) * d.Q(j, c) * d.values[static_cast<std::size_t>(c)];
  }
  const Plain Z = plain(svd.coordinates);
  EXPECT_LT(relative_error(Z * transposed(Z), best), 10 * tolerance);
}

template <class T>
void expect_svd(const Plain &X, std::int64_t rank, double tolerance) {
  Host host;
  const Csr<T> sparse = csr<T>(X, host.memory);
  expect_best<T>(X,
                 truncated_svd<T>(DataProducts<T>(sparse, host.run), rank, 1e-8, Rng(1), host.run),
                 rank, tolerance);
}

// Of dense rows X'X is formed if there are many of them; `center` is taken from each.
template <class T>
void expect_dense_svd(const Plain &X, std::int64_t rank, double tolerance) {
  Host host(3);
  const Dense<T> values = dense<T>(X, host.memory);
  Array<std::int32_t> columns(host.memory, X.columns);
  std::iota(columns.begin(), columns.end(), 0);
  const DataProducts<T> rows(DataView<T>(rows_of(values, columns)), host.run);
  expect_best<T>(X, truncated_svd<T>(rows, rank, 1e-8, Rng(1), host.run), rank, tolerance);
  Array<T> center(host.memory, X.columns);
  Plain centered = X;
  for (std::int64_t j = 0; j < X.columns; ++j) {
    center[j] = static_cast<T>(0.25 * static_cast<double>(j % 5));
    for (std::int64_t i = 0; i < X.rows; ++i) centered(i, j) -= static_cast<double>(center[j]);
  }
  expect_best<T>(centered, truncated_svd<T>(rows, rank, 1e-8, Rng(1), host.run, nullptr, &center),
                 rank, tolerance);
}

TEST(TruncatedSvd, is_the_best_approximation_whichever_side_is_longer) {
  for (const std::int64_t rank : {1, 4, 11}) {
    expect_svd<double>(random_plain(60, 25, 7, 0.3), rank, 1e-7);
    expect_svd<double>(random_plain(25, 60, 7, 0.3), rank, 1e-7);
  }
  expect_svd<float>(random_plain(60, 25, 7, 0.3), 4, 1e-3);
  expect_svd<double>(random_plain(5, 5, 7), 5, 1e-7);
}

TEST(TruncatedSvd, of_dense_rows) {
  for (const std::int64_t rank : {1, 4, 11}) {
    expect_dense_svd<double>(random_plain(130, 25, 7, 0.3), rank, 1e-9);
    expect_dense_svd<double>(random_plain(60, 25, 7, 0.3), rank, 1e-7);
  }
  expect_dense_svd<float>(random_plain(130, 25, 7, 0.3), 4, 1e-5);
}

}  // namespace
}  // namespace manifact
