// methods/bipartite: the objective matches its formula, never increases where the method guarantees
// it, and the quotients are built from the parts of its gradient.
#include <cmath>
#include <limits>

#include "linalg/dense/products.hpp"
#include "methods/bipartite/side.hpp"
#include "reference/bipartite.hpp"

namespace manifact {
namespace {

using Settings = std::vector<std::pair<const char *, std::string>>;

struct Case {
  const char *name, *method;
  Settings settings;
  bool mixed;  // signs
  std::int64_t l() const {
    return find_method(method)->uses(Key::feature_clusters) ? 4 : 3;
  }  // columns of G; of the basis: k
};

const Case cases[] = {
    {"nmf_hals", "nmf", {}, false},
    {"nmf_mu", "nmf", {{"update", "mu"}}, false},
    {"nmf_mu_wv", "nmf", {{"update-order", "wv"}}, false},
    {"gnmf", "gnmf", {{"lambda", "3"}}, false},
    {"gnmf_wv", "gnmf", {{"lambda", "100"}, {"update-order", "wv"}}, false},
    {"semi_nmf", "semi-nmf", {}, true},
    {"rcc", "rcc", {{"lambda", "10"}}, true},
    {"drcc", "drcc", {{"lambda", "1"}, {"mu", "2"}}, true},
    {"drcc_strong", "drcc", {{"lambda", "1000"}, {"mu", "500"}}, true},
    {"drcc_without_graphs", "drcc", {{"lambda", "0"}, {"mu", "0"}}, true},
    {"drcc_raw", "drcc", {{"lambda", "5"}, {"mu", "5"}, {"variant", "raw"}}, true},
    {"onmtf", "onmtf", {}, false},
};

class CoclusterDescent : public testing::TestWithParam<Case> {
 protected:
  Plain data(std::uint64_t seed) const {
    return GetParam().mixed ? signed_plain(23, 17, seed, 0.6) : random_plain(23, 17, seed, 0.4);
  }
};

TEST_P(CoclusterDescent, objective_is_the_formula) {
  const Case &c = GetParam();
  for (const int updates : {0, 1, 7}) {
    Small<double> s(c.method, c.settings, data(1), 3, c.l());
    s.start();
    for (int t = 0; t < updates; ++t) s.algorithm->update();
    const double got = s.algorithm->objective();
    const Factors<double> f = s.algorithm->factors();
    const Plain V = plain(f.V);
    double want = misfit(s.plain_X, V, plain(f.U));
    const bool relative = s.options.uses(Key::variant) && !s.options.is(Key::variant, "raw");
    // rcc and drcc: relative to the mean square length of the documents
    const double unit = s.options.uses(Key::variant) ? mean_square_length(s.plain_X) : 1;
    if (s.options.uses(Key::lambda))
      want += s.options.real(Key::lambda) * unit * roughness(V, s.graph, relative);
    if (s.options.uses(Key::mu))
      want += s.options.real(Key::mu) * unit * roughness(plain(f.G), s.feature_graph, relative);
    EXPECT_NEAR(got, want, 1e-10 * want) << updates;
  }
}

TEST_P(CoclusterDescent, objective_never_rises) {
  const Case &c = GetParam();
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    Small<double> s(c.method, c.settings, data(seed), 3, c.l());
    s.start();
    double before = s.algorithm->objective(), first = before;
    for (int t = 0; t < 100; ++t) {
      s.algorithm->update();
      const double now = s.algorithm->objective();
      if (s.algorithm->monotone()) {
        EXPECT_LE(now, before * (1 + 1e-10)) << seed << ", update " << t;
      }
      before = now;
    }
    EXPECT_LT(before, first) << seed;
  }
}

TEST_P(CoclusterDescent, factors_stay_finite_and_not_negative_in_both_precisions) {
  const Case &c = GetParam();
  const auto expect_sound = [&](auto number) {
    Small<decltype(number)> s(c.method, c.settings, data(3), 3, c.l());
    s.start();
    for (int t = 0; t < 200; ++t) s.algorithm->update();
    EXPECT_TRUE(std::isfinite(s.algorithm->objective()));
    s.algorithm->finish();
    const auto f = s.algorithm->factors();
    for (const double x : plain(f.V).values) EXPECT_TRUE(std::isfinite(x) && x >= 0);
    for (const double x : plain(f.U).values) EXPECT_TRUE(std::isfinite(x));
    for (const double x : plain(f.G).values) EXPECT_TRUE(std::isfinite(x) && x >= 0);
  };
  expect_sound(double{});
  expect_sound(float{});
}

TEST_P(CoclusterDescent, recall_restores_the_kept_state) {
  const Case &c = GetParam();
  Small<double> s(c.method, c.settings, data(2), 3, c.l());
  s.start();
  s.algorithm->update();
  s.algorithm->keep();
  const double kept = s.algorithm->objective();
  for (int t = 0; t < 5; ++t) s.algorithm->update();
  EXPECT_NE(s.algorithm->objective(), kept);
  s.algorithm->restore();
  EXPECT_NEAR(s.algorithm->objective(), kept, 1e-12 * kept);
}

INSTANTIATE_TEST_SUITE_P(, CoclusterDescent, testing::ValuesIn(cases),
                         [](const auto &one) { return std::string(one.param.name); });

// Half the gradient of |X - F (C')..|^2 by central differences: F varies, the rest is constant.
TEST(CoclusterGradient, parts_of_a_side_are_the_gradient_of_the_scale_free_objective) {
  Host host;
  constexpr std::int64_t n = 9, m = 7, k = 3, l = 2;
  const Plain X = signed_plain(n, m, 4), G = random_plain(m, l, 5), S = signed_plain(l, k, 6);
  const Graph graph = graph_of(weights_with_isolated_vertices(n, 0.5, 7), host.memory);
  Plain F = random_plain(n, k, 8);
  for (std::int64_t c = 0; c < k; ++c) {  // unit columns
    double square = 0;
    for (std::int64_t i = 0; i < n; ++i) square += F(i, c) * F(i, c);
    for (std::int64_t i = 0; i < n; ++i) F(i, c) /= std::sqrt(square);
  }
  Side<double> side;
  const double lambdas[k] = {3, 0.75, 6};
  side.lambda = 3;
  side.shares = Array<double>(host.memory, k);
  for (std::int64_t c = 0; c < k; ++c) side.shares[c] = lambdas[c] / side.lambda;
  side.L = laplacian_of<double>(graph, nullptr, host.run);
  side.allocate(n, k, host.run);
  const Dense<double> f = dense<double>(F, host.memory), XG = dense<double>(X * G, host.memory),
                      s = dense<double>(S, host.memory);
  const Dense<double> B = dense<double>(transposed(G * S) * (G * S), host.memory);
  side.graph_product(f, host.run);
  for (const bool tangential : {true, false}) {
    const Dense<double> FtF = gram(f, f, host.run);
    side.parts(f, XG, s, B, FtF, tangential, host.run);
    EXPECT_NEAR(side.penalty(FtF, tangential), roughness(F, graph, tangential, lambdas), 1e-12);
    const auto objective = [&](const Plain &at) {
      return misfit(X, at, G * S) + roughness(at, graph, tangential, lambdas);
    };
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t c = 0; c < k; ++c) {
        constexpr double h = 1e-5;
        Plain up = F, down = F;
        up(i, c) += h;
        down(i, c) -= h;
        const double slope = (objective(up) - objective(down)) / (4 * h);
        EXPECT_NEAR(side.den(i, c) - side.num(i, c) - side.N(i, c), slope, 1e-7)
            << i << " " << c << " " << tangential;
      }
  }
}

// At a fixed point of coordinate descent, every KKT condition of |X - V U'|^2 holds.
TEST(CoclusterGradient, hals_ends_at_a_stationary_point) {
  Small<double> s("nmf", {}, random_plain(20, 15, 3, 0.5), 3, 3);
  s.start();
  for (int t = 0; t < 3000; ++t) s.algorithm->update();
  const Factors<double> f = s.algorithm->factors();
  const Plain V = plain(f.V), U = plain(f.U), difference = V * transposed(U) - s.plain_X;
  const Plain of_V = difference * U, of_U = transposed(difference) * V;
  for (const auto &[factor, gradient] : {std::pair(V, of_V), std::pair(U, of_U)})
    for (std::size_t e = 0; e < factor.values.size(); ++e) {
      EXPECT_GE(gradient.values[e], -1e-6);
      EXPECT_NEAR(factor.values[e] * gradient.values[e], 0, 1e-6);
    }
}

}  // namespace
}  // namespace manifact
