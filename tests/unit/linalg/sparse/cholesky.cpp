// linalg/sparse/cholesky: sparse symmetric systems solved by factorization.
#include "linalg/sparse/cholesky.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "support/cholmod.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

class SparseCholesky : public testing::Test {
 protected:
  void SetUp() override { NEEDS_CHOLMOD; }
};

// A Laplacian plus a small multiple of the identity: positive definite.
Plain definite(std::int64_t n, double share, std::uint64_t seed) {
  Plain A = -1 * random_weights(n, share, seed);
  const std::vector<double> sums = row_sums(A);
  for (std::int64_t i = 0; i < n; ++i) A(i, i) = 0.5 - sums[static_cast<std::size_t>(i)];
  return A;
}

Plain shifted(Plain A, double shift) {
  for (std::int64_t i = 0; i < A.rows; ++i) A(i, i) -= shift;
  return A;
}

std::vector<double> eigenvalues(Plain A) {
  Host host;
  std::vector<double> values(static_cast<std::size_t>(A.rows));
  EXPECT_TRUE(symmetric_eigen(A.rows, A.values.data(), values.data(), host.run));
  return values;
}

Plain solved(const Plain &A, double shift, const Plain &B, Host &host) {
  const Csr<double> sparse = csr<double>(A, host.memory);
  Cholesky cholesky(sparse, host.run);
  cholesky.factorize(sparse, shift, host.run);
  Dense<double> Y = dense<double>(B, host.memory);
  cholesky.solve(Y, host.run);
  return plain(Y);
}

TEST(NoCholesky, is_an_error_that_names_the_library) {
  if (Cholesky::available()) GTEST_SKIP() << "this build has CHOLMOD";
  Host host;
  const Csr<double> A = csr<double>(definite(5, 0.5, 1), host.memory);
  expect_error(Status::feature, "this build does not support sparse factorization (CHOLMOD)",
               [&] { Cholesky(A, host.run); });
}

TEST_F(SparseCholesky, solves_the_shifted_system) {
  Host host;
  for (const std::int64_t n : {1, 2, 5, 40, 150})
    for (const double share : {0.0, 0.05, 1.0})
      for (const std::int64_t columns : {1, 3, 16, 37}) {
        const Plain A = definite(n, share, static_cast<std::uint64_t>(n)),
                    B = random_plain(n, columns, 3);
        EXPECT_LT(relative_error(A * solved(A, 0, B, host), B), 1e-12) << n << " " << share;
      }
}

TEST_F(SparseCholesky, a_diagonal_that_is_not_stored_is_taken_from_the_shift) {
  Host host;
  Plain S = random_weights(60, 0.1, 4);
  const std::vector<double> sums = row_sums(S);
  S = (1 / *std::max_element(sums.begin(), sums.end())) * S;  // eigenvalues within [-1, 1]
  const Plain B = random_plain(60, 2, 5), Y = solved(-0.9 * S, -1, B, host);
  EXPECT_LT(relative_error(shifted(-0.9 * S, -1) * Y, B), 1e-13);
}

TEST_F(SparseCholesky, a_matrix_without_entries_is_its_shift) {
  Host host;
  const Plain B = random_plain(5, 2, 5);
  EXPECT_EQ(solved(Plain(5, 5), -2, B, host), 0.5 * B);
}

TEST_F(SparseCholesky, an_indefinite_shift_is_solved_as_well) {
  Host host;
  const Plain A = definite(50, 0.2, 6), B = random_plain(50, 2, 5);
  const std::vector<double> values = eigenvalues(A);  // descending
  const Csr<double> sparse = csr<double>(A, host.memory);
  Cholesky cholesky(sparse, host.run);
  for (const std::size_t below : {0, 1, 7, 49}) {
    const double upper = values[values.size() - 1 - below],
                 lower = below == 0 ? upper - 1 : values[values.size() - below];
    const double shift = (upper + lower) / 2;
    cholesky.factorize(sparse, shift, host.run);
    Dense<double> Y = dense<double>(B, host.memory);
    cholesky.solve(Y, host.run);
    EXPECT_LT(relative_error(shifted(A, shift) * plain(Y), B), 1e-9);
  }
}

// An arrow matrix: eliminating its first row first would fill the whole factor.
TEST_F(SparseCholesky,
       the_order_keeps_an_arrow_sparse_and_the_fill_is_counted_before_the_factorization) {
  Host host;
  Plain A(100, 100);
  for (std::int64_t i = 0; i < 100; ++i) A(i, 0) = A(0, i) = 1;
  for (std::int64_t i = 0; i < 100; ++i) A(i, i) = 200;
  const Cholesky cholesky(csr<double>(A, host.memory), host.run);
  EXPECT_EQ(cholesky.fill(), 199);
  EXPECT_EQ(cholesky.bytes(), 199.0 * 12);
  EXPECT_GE(cholesky.flops(), 199);
  const Cholesky full(csr<double>(definite(100, 1, 1), host.memory), host.run);
  EXPECT_EQ(full.fill(), 100 * 101 / 2);
  EXPECT_GT(full.flops(), 100.0 * 100 * 100 / 4);
}

TEST_F(SparseCholesky, every_column_is_solved_for_itself_on_any_number_of_threads) {
  Host one(1), three(3);
  const Plain A = definite(200, 0.05, 8), B = random_plain(200, 45, 9);
  const Plain Y = solved(A, 0, B, one);
  EXPECT_EQ(Y, solved(A, 0, B, three));
  for (const std::int64_t c : {0, 17, 44}) {
    Plain b(200, 1), y(200, 1);
    for (std::int64_t i = 0; i < 200; ++i) {
      b(i, 0) = B(i, c);
      y(i, 0) = Y(i, c);
    }
    EXPECT_EQ(solved(A, 0, b, one), y) << c;
  }
}

TEST_F(SparseCholesky, a_zero_pivot_and_what_is_not_finite_are_errors_and_the_next_matrix_is_not) {
  Host host;
  const Plain A = definite(30, 0.2, 8), B = random_plain(30, 1, 9);
  const Csr<double> right = csr<double>(A, host.memory);
  Cholesky cholesky(right, host.run);
  for (const double bad : {std::nan(""), static_cast<double>(INFINITY)}) {
    Csr<double> wrong = csr<double>(A, host.memory);
    wrong.values[wrong.indptr[7]] = wrong.values[wrong.entries() - 1] = bad;
    expect_error(Status::numerics, "the sparse factorization has the pivot",
                 [&] { cholesky.factorize(wrong, 0, host.run); });
  }
  cholesky.factorize(right, 0, host.run);
  Dense<double> Y = dense<double>(B, host.memory);
  cholesky.solve(Y, host.run);
  EXPECT_LT(relative_error(A * plain(Y), B), 1e-13);

  Plain none(4, 4);
  none(1, 1) = none(2, 2) = 1;
  const Csr<double> singular = csr<double>(none, host.memory);
  Cholesky zero(singular, host.run);
  expect_error(Status::numerics, "has the pivot 0 in column",
               [&] { zero.factorize(singular, 0, host.run); });
}

TEST_F(SparseCholesky, is_cancelled_between_rows) {
  Host host;
  const Csr<double> A = csr<double>(definite(30, 0.2, 8), host.memory);
  Cholesky cholesky(A, host.run);
  host.monitor.cancel = true;
  expect_error(Status::cancelled, "", [&] { cholesky.factorize(A, 0, host.run); });
}

}  // namespace
}  // namespace manifact
