// graph/learned/self_expression and local_expression: the learned graphs of ssc and smce against
// the published programs, with dense matrices.
#include <numeric>

#include "graph/build.hpp"
#include "graph/learned/local_expression.hpp"
#include "graph/learned/self_expression.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

// Gauss-Jordan elimination with pivoting.
Plain inverse(Plain A) {
  const std::int64_t n = A.rows;
  Plain B(n, n);
  for (std::int64_t i = 0; i < n; ++i) B(i, i) = 1;
  for (std::int64_t c = 0; c < n; ++c) {
    std::int64_t pivot = c;
    for (std::int64_t i = c; i < n; ++i)
      if (std::fabs(A(i, c)) > std::fabs(A(pivot, c))) pivot = i;
    for (std::int64_t j = 0; j < n; ++j)
      std::swap(A(c, j), A(pivot, j)), std::swap(B(c, j), B(pivot, j));
    const double head = A(c, c);
    for (std::int64_t j = 0; j < n; ++j) A(c, j) /= head, B(c, j) /= head;
    for (std::int64_t i = 0; i < n; ++i) {
      const double factor = i == c ? 0 : A(i, c);
      for (std::int64_t j = 0; j < n; ++j) A(i, j) -= factor * A(c, j), B(i, j) -= factor * B(c, j);
    }
  }
  return B;
}

double soft(double x, double by) { return x > by ? x - by : x < -by ? x + by : 0; }

// Rows near three planes, each at its own distance from the origin.
Plain planes(std::int64_t n, std::int64_t m, std::uint64_t seed, double away) {
  Rng rng(seed, 5);
  Plain bases(3 * 3, m), X(n, m);
  for (double &x : bases.values) x = 2 * rng.uniform() - 1;
  for (std::int64_t i = 0; i < n; ++i) {
    const double a = 2 * rng.uniform() - 1, b = 2 * rng.uniform() - 1;
    for (std::int64_t j = 0; j < m; ++j)
      X(i, j) = away * bases(6 + i % 3, j) + a * bases(i % 3 * 2, j) + b * bases(i % 3 * 2 + 1, j) +
                0.02 * rng.uniform();
  }
  return X;
}

double expression_objective(const Plain &X, const Plain &C, double mu) {
  const Plain R = X - C * X;
  double sum = mu / 2 * inner(R, R);
  for (const double c : C.values) sum += std::fabs(c);
  return sum;
}

double weight_of_fit(const Plain &X, double fidelity) {
  const Plain K = X * transposed(X);
  double least = INFINITY;
  for (std::int64_t i = 0; i < X.rows; ++i) {
    double most = 0;
    for (std::int64_t j = 0; j < X.rows; ++j)
      most = i == j ? most : std::fmax(most, std::fabs(K(i, j)));
    least = std::fmin(least, most);
  }
  return fidelity / least;
}

// ADMM on rows `some` of C, with `free` variables each: the published version for all rows, which
// sets the diagonal to 0 after each solution; or, exactly, one row without its own variable.
Plain admm(const Plain &fits, const Plain &targets, double mu1, double mu2, bool affine,
           bool no_diagonal, int rounds) {
  const std::int64_t n = fits.rows, columns = targets.rows;
  const Plain right_hand = mu1 * (fits * transposed(targets));  // columns are points here
  Plain A = mu1 * (fits * transposed(fits)), C(n, columns), Lambda(n, columns), Z(n, columns);
  std::vector<double> sums(static_cast<std::size_t>(columns));
  for (std::int64_t i = 0; i < n; ++i) A(i, i) += mu2;
  if (affine)
    for (double &a : A.values) a += mu2;
  const Plain inverted = inverse(A);
  for (int t = 0; t < rounds; ++t) {
    Plain right = right_hand + (mu2 * C - Lambda);
    for (std::int64_t i = 0; affine && i < n; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        right(i, j) += mu2 - sums[static_cast<std::size_t>(j)];
    Z = inverted * right;
    for (std::int64_t i = 0; no_diagonal && i < n; ++i) Z(i, i) = 0;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        C(i, j) = no_diagonal && i == j ? 0 : soft(Z(i, j) + Lambda(i, j) / mu2, 1 / mu2);
    Lambda = Lambda + mu2 * (Z - C);
    for (std::int64_t j = 0; affine && j < columns; ++j) {
      double sum = -1;
      for (std::int64_t i = 0; i < n; ++i) sum += Z(i, j);
      sums[static_cast<std::size_t>(j)] += mu2 * sum;
    }
  }
  return transposed(C);
}

// Row by row, so that no diagonal has to be set to 0.
Plain exact_ssc(const Plain &X, double mu, bool affine) {
  const std::int64_t n = X.rows;
  Plain C(n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    Plain others(n - 1, X.columns), one(1, X.columns);
    for (std::int64_t j = 0; j < X.columns; ++j) one(0, j) = X(i, j);
    for (std::int64_t a = 0; a + 1 < n; ++a)
      for (std::int64_t j = 0; j < X.columns; ++j) others(a, j) = X(a < i ? a : a + 1, j);
    const Plain row = admm(others, one, mu, mu / 4, affine, false, 8000);
    for (std::int64_t a = 0; a + 1 < n; ++a) C(i, a < i ? a : a + 1) = row(0, a);
  }
  return C;
}

class SelfExpression : public testing::TestWithParam<bool> {};

TEST_P(SelfExpression, is_the_minimum_and_no_worse_than_the_published_program) {
  NOT_UNDER_SANITIZERS("time of the references; the other tests run the same code of the library");
  const bool affine = GetParam();
  const double fidelity = affine ? 80 : 20;
  Host host;
  const Plain X = planes(36, 7, 3, affine ? 1.5 : 0);
  const double mu = weight_of_fit(X, fidelity);
  ExpressionRequest request;
  request.fidelity = fidelity;
  request.affine = affine;
  const Expression found =
      self_expression(data(csr<double>(X, host.memory).view()), request, host.run);
  EXPECT_EQ(found.incomplete, 0);
  EXPECT_NEAR(found.mu, mu, 1e-12 * mu);
  const Plain C = plain(found.C.view()), right = exact_ssc(X, mu, affine),
              published = admm(X, X, mu, fidelity, affine, true, 200);
  for (std::int64_t i = 0; i < X.rows; ++i) {
    EXPECT_EQ(C(i, i), 0);
    if (affine) {
      EXPECT_NEAR(row_sums(C)[static_cast<std::size_t>(i)], 1, 1e-12) << i;
    }
  }
  EXPECT_LT(expression_objective(X, C, mu), expression_objective(X, right, mu) * (1 + 1e-7));
  EXPECT_LT(expression_objective(X, C, mu), expression_objective(X, published, mu));
  EXPECT_GT(expression_objective(X, C, mu), expression_objective(X, right, mu) * (1 - 1e-4))
      << "the reference has not converged";
  if (!affine) {  // whose minimum is at one place
    EXPECT_LT(relative_error(C, right), 1e-3);
  }
}

TEST_P(SelfExpression,
       needs_documents_of_the_same_plane_and_gives_the_same_bits_for_any_number_of_threads) {
  const Plain X = planes(150, 12, 9, GetParam() ? 3 : 0);
  ExpressionRequest request;
  request.affine = GetParam();
  request.fidelity = GetParam() ? 4000 : 20;
  std::vector<Plain> results;
  for (const int threads : {1, 3}) {
    Host host(threads);
    const Csr<double> sparse = csr<double>(X, host.memory);
    results.push_back(
        plain(largest_share(self_expression(data(sparse), request, host.run).C, 0.7, true, host.run)
                  .view()));
  }
  EXPECT_EQ(results[0], results[1]);
  double inside = 0, outside = 0;
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t j = 0; j < X.rows; ++j)
      (i % 3 == j % 3 ? inside : outside) += results[0](i, j);
  EXPECT_LT(outside, 0.05 * inside);
}

INSTANTIATE_TEST_SUITE_P(Linear, SelfExpression, testing::Values(false));
INSTANTIATE_TEST_SUITE_P(Affine, SelfExpression, testing::Values(true));

// The maximum number of coefficients of a document, and the number of all edges.
TEST(SelfExpression, has_no_array_larger_than_the_budget) {
  Host host;
  const Csr<double> X = csr<double>(planes(60, 20, 20, 0), host.memory);
  ExpressionRequest request;
  request.fidelity = 1000;
  const Expression whole = self_expression(data(X), request, host.run);
  std::int64_t most = 0;
  for (std::int64_t i = 0; i < 60; ++i)
    most = std::max(most, whole.C.indptr[i + 1] - whole.C.indptr[i]);
  ASSERT_GT(most, 8);
  request.budget = 8 * 8 * 8;
  expect_error(Status::budget,
               "the products of a combination of 8 documents or more need up to 27848 bytes, more "
               "than the memory-budget of 512",
               [&] { self_expression(data(X), request, host.run); });
  request.budget = 59 * 59 * 8;
  EXPECT_EQ(plain(self_expression(data(X), request, host.run).C.view()), plain(whole.C.view()));
}

TEST(SelfExpression, leaves_out_repeats_and_rows_of_zeros_and_what_is_alone) {
  Host host;
  Plain X = planes(30, 8, 4, 0);
  for (std::int64_t j = 0; j < 8; ++j) X(7, j) = X(2, j), X(11, j) = 0, X(12, j) = j == 7 ? 3 : 0;
  for (std::int64_t i = 0; i < 30; ++i)
    if (i != 12) X(i, 7) = 0;  // document 12 has a feature of its own
  Array<std::int32_t> first_duplicate(host.memory, 30);
  for (std::int32_t i = 0; i < 30; ++i) first_duplicate[i] = i == 7 ? 2 : i;
  ExpressionRequest request;
  request.first_duplicate = &first_duplicate;
  const Expression found =
      self_expression(data(csr<double>(X, host.memory).view()), request, host.run);
  const Plain C = plain(found.C.view());
  for (const std::int64_t out : {7, 11, 12})
    for (std::int64_t i = 0; i < 30; ++i)
      EXPECT_TRUE(C(i, out) == 0 && C(out, i) == 0) << out << " " << i;
  EXPECT_EQ(found.C.indptr[3] > found.C.indptr[2], true);
  const Graph graph = symmetric_graph(found.C, Joining::sum, host.run);
  EXPECT_EQ(graph.isolated, 3);
}

TEST(LargestShare, keeps_the_largest_until_their_sum_reaches_it) {
  Host host;
  Plain C(2, 4);
  C(0, 0) = -4, C(0, 1) = 1, C(0, 2) = 3, C(0, 3) = 2;
  Plain right(2, 4);
  right(0, 0) = 1, right(0, 2) = 0.75;
  EXPECT_EQ(plain(largest_share(csr<double>(C, host.memory), 0.7, true, host.run).view()), right);
  right(0, 0) = 4, right(0, 2) = 3, right(0, 3) = 2;
  EXPECT_EQ(plain(largest_share(csr<double>(C, host.memory), 0.71, false, host.run).view()), right);
}

// The published ADMM of one point: coefficients of its neighbors.
std::vector<double> textbook_smce(const Plain &X, std::int64_t i, const NearPoint *near,
                                  std::int64_t count, double lambda) {
  Plain Y(count, X.columns), A(count, count);
  std::vector<double> q(static_cast<std::size_t>(count));
  double sum = 0;
  for (std::int64_t a = 0; a < count; ++a) {
    const double length = std::sqrt(near[a].distance);
    for (std::int64_t j = 0; j < X.columns; ++j) Y(a, j) = (X(near[a].index, j) - X(i, j)) / length;
    sum += q[static_cast<std::size_t>(a)] = length;
  }
  constexpr double mu = 10;
  A = Y * transposed(Y);
  for (double &a : A.values) a += mu;
  for (std::int64_t a = 0; a < count; ++a) A(a, a) += mu;
  const Plain inverted = inverse(A);
  Plain Z(count, 1), C(count, 1), Lambda(count, 1);
  double gamma = 0;
  for (int t = 0; t < 20000; ++t) {
    Plain right = mu * C - Lambda;
    for (double &r : right.values) r += gamma + mu;
    Z = inverted * right;
    for (std::int64_t a = 0; a < count; ++a)
      C(a, 0) =
          soft(mu * Z(a, 0) + Lambda(a, 0), lambda * q[static_cast<std::size_t>(a)] / sum) / mu;
    Lambda = Lambda + mu * (Z - C);
    gamma += mu * (1 - std::accumulate(Z.values.begin(), Z.values.end(), 0.0));
  }
  return C.values;
}

TEST(LocalExpression, is_that_of_the_published_program) {
  Host host;
  constexpr std::int64_t count = 12;
  const Plain plain_X = planes(60, 5, 8, 1);
  const Dense<double> X = dense<double>(plain_X, host.memory);
  const Array<NearPoint> near = nearest_points(X, count, host.run);
  const LocalExpression found = local_expression(X, near, count, 10, host.run);
  EXPECT_EQ(found.incomplete, 0);
  const Plain C = plain(found.C.view()), W = plain(found.W.view());
  for (std::int64_t i = 0; i < 60; i += 7) {
    const std::vector<double> right = textbook_smce(plain_X, i, near.data() + i * count, count, 10);
    double weights = 0;
    for (std::int64_t a = 0; a < count; ++a) {
      const NearPoint &other = near[i * count + a];
      EXPECT_NEAR(C(i, other.index), right[static_cast<std::size_t>(a)], 1e-6) << i << " " << a;
      weights += W(i, other.index);
    }
    EXPECT_NEAR(weights, 1, 1e-14);
    EXPECT_NEAR(row_sums(C)[static_cast<std::size_t>(i)], 1, 1e-12);
  }
}

TEST(LocalExpression, passes_over_points_at_no_distance) {
  Host host;
  Plain X = planes(20, 4, 2, 0);
  for (std::int64_t j = 0; j < 4; ++j) X(3, j) = X(4, j) = X(5, j);
  for (const std::int64_t count : {2, 6}) {
    const Dense<double> points = dense<double>(X, host.memory);
    const LocalExpression found =
        local_expression(points, nearest_points(points, count, host.run), count, 10, host.run);
    EXPECT_EQ(value_at(found.C, 3, 4), 0);
    EXPECT_EQ(found.C.indptr[4] - found.C.indptr[3] > 0, count > 2);
    for (const double w : found.W.values) EXPECT_TRUE(w > 0 && w <= 1);
  }
}

}  // namespace
}  // namespace manifact
