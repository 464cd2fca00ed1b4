// kernels/: the linear kernel of signed data, precomputed kernels, and the neighbors and bandwidths
// that kernels define.
#include "graph/neighbors/neighbors.hpp"
#include "kernels/kernel.hpp"
#include "reference/kernels.hpp"
#include "support/expect_error.hpp"

namespace manifact {
namespace {

constexpr std::int64_t ample = std::int64_t{1} << 30;

struct Kernels : testing::Test {
  void expect_applies(const Kernel<double> &kernel, const Plain &K) {
    const Plain B = random_signed(K.rows, 6, 12);
    Dense<double> out(host.memory, K.rows, 6);
    kernel.apply(dense<double>(B, host.memory), out, host.run);
    EXPECT_LT(relative_error(plain(out), K * B), 1e-13);
    const double close = 1e-13 * largest(K);
    for (std::int64_t i = 0; i < K.rows; ++i) EXPECT_NEAR(kernel.diagonal(i), K(i, i), close) << i;
  }
  void expect_splits(const Kernel<double> &kernel, const Plain &plus, const Plain &minus) {
    EXPECT_FALSE(kernel.non_negative());
    for (const std::int64_t columns : {1, 5}) {
      const Plain B = random_plain(plus.rows, columns, 13);
      Dense<double> a(host.memory, B.rows, columns), b(host.memory, B.rows, columns);
      kernel.split(dense<double>(B, host.memory), a, b, host.run);
      EXPECT_LT(relative_error(plain(a), plus * B), 1e-13);
      EXPECT_LT(relative_error(plain(b), minus * B), 1e-13);
    }
  }
  Host host{2};
};

TEST_F(Kernels, linear_is_split_exactly_or_by_the_signs_of_the_data) {
  const Plain X = random_signed(300, 20, 1, 0.4), K = X * transposed(X), above = part(X, 1),
              below = part(X, -1);
  const Csr<double> x = csr<double>(X, host.memory);
  for (const bool exact : {true, false}) {
    const auto kernel = signed_linear_kernel<double>(data(x), exact, ample, host.run);
    expect_applies(*kernel, K);
    if (exact)
      expect_splits(*kernel, part(K, 1), part(K, -1));
    else
      expect_splits(*kernel, above * transposed(above) + below * transposed(below),
                    above * transposed(below) + below * transposed(above));
    EXPECT_EQ(kernel->store().blocks, exact ? 3 : 0);
    EXPECT_EQ(kernel->rows().X.rows, 300) << "it is linear";
    const Plain W = random_plain(300, 4, 2);
    EXPECT_LT(relative_error(plain(kernel->concepts(dense<double>(W, host.memory), host.run)),
                             transposed(X) * W),
              1e-13);
  }
}

TEST_F(Kernels, an_exact_split_sees_that_negative_data_may_have_no_negative_values) {
  const Plain X = -1.0 * random_plain(40, 10, 3, 0.5);
  EXPECT_TRUE(
      signed_linear_kernel<double>(csr<double>(X, host.memory).view(), true, ample, host.run)
          ->non_negative());
}

TEST_F(Kernels, precomputed_is_itself) {
  for (const bool negative : {false, true}) {
    const Plain X = negative ? random_signed(90, 20, 4, 0.3) : random_plain(90, 20, 4, 0.3),
                K = X * transposed(X);
    const Csr<double> k = csr<double>(K, host.memory);
    check_kernel_matrix<double>(data(k), host.run);
    const auto kernel = precomputed_kernel<double>(data(k), host.run);
    expect_applies(*kernel, K);
    EXPECT_EQ(kernel->non_negative(), !negative);
    if (negative) expect_splits(*kernel, part(K, 1), part(K, -1));
    EXPECT_TRUE(kernel->concepts(Dense<double>(host.memory, 90, 2), host.run).empty());
  }
}

TEST_F(Kernels, what_is_no_kernel_is_refused_by_its_entries) {
  const auto refuse = [&](const Plain &K, Status status, const char *words) {
    const Csr<double> k = csr<double>(K, host.memory);
    expect_error(status, words, [&] { check_kernel_matrix<double>(data(k), host.run); });
  };
  Plain wide(2, 3);
  wide(0, 0) = wide(1, 1) = 1;
  refuse(wide, Status::structure, "this matrix is 2 x 3");
  Plain K(3, 3);
  for (std::int64_t i = 0; i < 3; ++i) K(i, i) = 1;
  K(0, 2) = 0.5;
  refuse(K, Status::structure, "K[0][2] is 0.5, K[2][0] is 0");
  K(2, 0) = 0.5 + 1e-3;
  refuse(K, Status::structure, "not symmetric");
  K(2, 0) = 0.5 + 1e-8;
  check_kernel_matrix<double>(csr<double>(K, host.memory).view(),
                              host.run);  // rounding of single precision
  K(0, 2) = K(2, 0) = -1.1;
  refuse(K, Status::value, "K[0][2] is -1.1, but K[0][0] is 1 and K[2][2] is 1");
  Plain similarity(2, 2);
  similarity(0, 1) = similarity(1, 0) = 0.5;
  refuse(similarity, Status::value, "not positive semidefinite");
  similarity(0, 0) = similarity(1, 1) = -1;
  refuse(similarity, Status::value, "not positive semidefinite");
}

TEST_F(Kernels, neighbors_by_a_linear_kernel_are_those_of_the_documents) {
  const Plain X = random_plain(80, 30, 5, 0.2), Y = random_plain(30, 30, 6, 0.2),
              K = X * transposed(X);
  const Csr<double> x = csr<double>(X, host.memory), y = csr<double>(Y, host.memory),
                    k = csr<double>(K, host.memory),
                    yx = csr<double>(Y * transposed(X), host.memory),
                    yy = csr<double>(Y * transposed(Y), host.memory);
  const Array<double> own = matrix_diagonal<double>(data(k), host.memory),
                      new_own = matrix_diagonal<double>(data(yy), host.memory);
  const auto expect_same = [](const Neighbors &got, const Neighbors &right) {
    ASSERT_EQ(got.p, right.p);
    ASSERT_EQ(got.n, right.n);
    for (std::int64_t i = 0; i < right.n; ++i) {
      ASSERT_EQ(got.count[i], right.count[i]) << i;
      for (std::int64_t q = 0; q < right.count[i]; ++q) {
        EXPECT_EQ(got.index[i * got.p + q], right.index[i * got.p + q]) << i << " " << q;
        EXPECT_NEAR(got.cosine[i * got.p + q], right.cosine[i * got.p + q], 1e-14);
      }
    }
  };
  for (const std::int64_t p : {0, 1, 7, 79, 200}) {
    expect_same(kernel_neighbors<double>(data(k), own, own, true, p, host.run),
                nearest_neighbors<double>(data(x), p, host.run));
    expect_same(kernel_neighbors<double>(data(yx), new_own, own, false, p, host.run),
                nearest_neighbors<double>(data(y), data(x), p, host.run));
  }
}

TEST_F(Kernels, the_width_without_one_is_the_root_mean_square_distance) {
  Plain X = random_signed(33, 9, 7, 0.5);
  for (std::int64_t j = 0; j < 9; ++j) X(4, j) = 0;
  const Plain K = X * transposed(X);
  double sum = 0;
  for (std::int64_t i = 0; i < 33; ++i)
    for (std::int64_t j = 0; j < 33; ++j) sum += K(i, i) + K(j, j) - 2 * K(i, j);
  EXPECT_NEAR(root_mean_square_distance<double>(csr<double>(X, host.memory).view(), host.run),
              std::sqrt(sum / (33 * 32)), 1e-13);
  Plain equal(5, 3);
  for (double &x : equal.values) x = 0.7;
  EXPECT_EQ(root_mean_square_distance<double>(csr<double>(equal, host.memory).view(), host.run), 1);
  EXPECT_EQ(root_mean_square_distance<double>(
                csr<double>(random_plain(1, 3, 1), host.memory).view(), host.run),
            1);
}

}  // namespace
}  // namespace manifact
