// pipeline/cut_start and methods/start: the coordinates of the first clusterings against dense
// matrices, the acceptance test against sizes counted by hand.
#include "pipeline/cut_start.hpp"
#include "graph/laplacian.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "methods/start/labels.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr std::int64_t n = 40, m = 30, k = 3;

struct Spectrum {
  Plain Q;
  std::vector<double> values;
};

Spectrum spectrum(const Plain &A) {
  Host host;
  Spectrum d{A, std::vector<double>(static_cast<std::size_t>(A.rows))};
  EXPECT_TRUE(symmetric_eigen(A.rows, d.Q.values.data(), d.values.data(), host.run));
  return d;
}

Plain unit(Plain A) {
  for (std::int64_t i = 0; i < A.rows; ++i) {
    double square = 0;
    for (std::int64_t c = 0; c < A.columns; ++c) square += A(i, c) * A(i, c);
    for (std::int64_t c = 0; square > 0 && c < A.columns; ++c) A(i, c) /= std::sqrt(square);
  }
  return A;
}

Plain first_columns(const Plain &A, std::int64_t count) {
  Plain B(A.rows, count);
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t c = 0; c < count; ++c) B(i, c) = A(i, c);
  return B;
}

class FirstCoordinates : public testing::Test {
 protected:
  FirstCoordinates() : X_(random_plain(n, m, 3, 0.4)), S_(random_weights(n, 0.3, 4)) {
    for (std::int64_t i = 0; i < n; ++i)
      X_(i, i % m) += 0.5, S_(i, 6) = S_(6, i) = 0;  // an isolated document
  }
  // Coordinates are defined up to a rotation: their inner products are compared.
  template <class Make>
  Plain products(std::int64_t threads, const char *start, const char *steps, Make make) {
    Host host(threads);
    const Csr<double> X = csr<double>(X_, host.memory);
    const Graph graph = graph_of(S_, host.memory);
    const Options options =
        options_of("auto", {{"start", start}, {"smoothing", steps}, {"svd-rank", "5"}});
    const Plain Z = plain(make(Problem<double>{.X = X.view(),
                                               .graph = &graph,
                                               .unit_rows = false,
                                               .k = k,
                                               .options = options,
                                               .run = host.run},
                               Rng(2)));
    return Z * transposed(Z);
  }

  Plain X_, S_;
};

TEST_F(FirstCoordinates, lsi_is_the_walk_over_the_truncated_svd) {
  const Spectrum d = spectrum(X_ * transposed(X_));
  std::vector<double> sigma;
  for (std::int64_t c = 0; c < 5; ++c)
    sigma.push_back(std::sqrt(d.values[static_cast<std::size_t>(c)]));
  Plain Z = unit(scaled({}, first_columns(d.Q, 5), sigma));
  std::vector<double> inverse = row_sums(S_);
  for (double &x : inverse) x = x > 0 ? 1 / x : 0;
  for (int step = 0; step < 3; ++step) {
    const Plain walked = scaled(inverse, S_, {}) * Z;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t c = 0; inverse[static_cast<std::size_t>(i)] > 0 && c < 5; ++c)
        Z(i, c) = (Z(i, c) + walked(i, c)) / 2;
  }
  Z = unit(Z);
  const auto make = [](const Problem<double> &problem, Rng rng) {
    return smoothed_coordinates(problem, rng);
  };
  const Plain one = products(1, "lsi", "3", make);
  EXPECT_LT(relative_error(one, Z * transposed(Z)), 2e-2);  // the SVD stops at a residual of 1e-3
  EXPECT_EQ(one, products(3, "lsi", "3", make)) << "threads";
}

TEST_F(FirstCoordinates, ncut_is_the_largest_eigenvectors_of_the_normalized_adjacency) {
  std::vector<double> roots = row_sums(S_);
  for (double &x : roots) x = x > 0 ? 1 / std::sqrt(x) : 0;
  Plain Y = first_columns(spectrum(scaled(roots, S_, roots)).Q, k);
  for (std::int64_t c = 0; c < k; ++c)
    Y(6, c) = 0;  // isolated: its entries of the eigenvectors are rounding
  Y = unit(Y);
  const auto make = [](const Problem<double> &problem, Rng rng) {
    return cut_coordinates(problem, rng);
  };
  const Plain one = products(1, "ncut", "8", make);
  EXPECT_LT(relative_error(one, Y * transposed(Y)), 1e-2);
  EXPECT_EQ(one, products(3, "ncut", "8", make)) << "threads";
  EXPECT_EQ(one(6, 6), 0) << "an isolated document has no place in the cut";
}

TEST(CutAcceptance, balance_is_the_entropy_of_the_sizes_over_that_of_equal_ones) {
  const auto plogp = [](double p) { return -p * std::log(p); };
  const CutAcceptance acceptance =
      judge(array({0, 0, 0, 0, 0, 0, 1, 1, -1}), array({0, 0, 0, 1, 1, 1, 1, 1, 0}), 2);
  EXPECT_NEAR(acceptance.balance, (plogp(0.75) + plogp(0.25)) / std::log(2), 1e-12)
      << "the document without a cluster is not counted";
  EXPECT_DOUBLE_EQ(judge(array({0, 0, 0}), array({0, 1, 0}), 2).balance, 0);
}

TEST(CutAcceptance, agreement_is_one_where_one_refines_the_other) {
  EXPECT_NEAR(judge(array({0, 0, 1, 1, 2, 2, 3, 3}), array({0, 0, 0, 0, 1, 1, 1, 1}), 4).agreement,
              1, 1e-12);
  EXPECT_NEAR(judge(array({0, 0, 0, 0, 1, 1, 1, 1}), array({0, 0, 1, 1, 2, 2, 3, 3}), 2).agreement,
              1, 1e-12);
  EXPECT_NEAR(judge(array({0, 0, 1, 1}), array({0, 1, 0, 1}), 2).agreement, 0, 1e-12);
  // {0,0,0,1}: I = ln 2 - 3/4 H(2/3) over the smaller entropy, that of (3/4, 1/4)
  const auto plogp = [](double p) { return -p * std::log(p); };
  const double smaller = plogp(0.75) + plogp(0.25),
               I = smaller + std::log(2) - (plogp(0.5) + plogp(0.25) + plogp(0.25));
  EXPECT_NEAR(judge(array({0, 0, 0, 1}), array({0, 0, 1, 1}), 2).agreement, I / smaller, 1e-12);
}

TEST(CutAcceptance, passes_at_either_threshold) {
  EXPECT_TRUE((CutAcceptance{0.8, 0.5}.passed()));
  EXPECT_TRUE((CutAcceptance{0.2, 0.95}.passed()));
  EXPECT_FALSE((CutAcceptance{0.79, 0.94}.passed()));
}

}  // namespace
}  // namespace manifact
