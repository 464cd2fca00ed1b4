// methods/concept: kernels and signed data against dense matrices; the gradient behind the signed
// rule; objectives that do not increase.
#include "reference/kernels.hpp"
#include "methods/concept/update.hpp"
#include "reference/concept.hpp"

namespace manifact {
namespace {

using small::k, small::m, small::n;

struct KernelCase {
  const char *name;
  std::vector<std::pair<const char *, std::string>> options;
  KernelSpec spec;
  bool given;  // the data is the kernel itself
};
const KernelCase kernel_cases[] = {
    {"square", {{"kernel", "polynomial"}}, polynomial(2, 0), false},
    {"cubic_with_offset",
     {{"kernel", "polynomial"}, {"degree", "3"}, {"offset", "0.5"}},
     polynomial(3, 0.5),
     false},
    {"rbf", {{"kernel", "rbf"}, {"bandwidth", "0.8"}}, rbf(0.8), false},
    {"precomputed", {{"kernel", "precomputed"}}, {}, true},
};

ConceptProblem problem_of(const KernelCase &one) {
  ConceptProblem problem(n, m, 5);
  problem.K = kernel_by_hand(problem.X, problem.X, one.spec);
  if (one.given) problem.X = problem.K;
  return problem;
}

TEST(ConceptKernels, updates_equal_the_textbook) {
  Host host;
  const Plain W = random_plain(n, k, 6), V = random_plain(n, k, 7);
  for (const KernelCase &one : kernel_cases)
    for (const ConceptSetting &setting :
         settings_of({"scale-invariant", "none", "final", "unit-memberships"}, {0, 1})) {
      const ConceptProblem problem = problem_of(one);
      Textbook textbook(problem, setting, W, V);
      Factorization<> fast(problem, setting, k, host.run, "relative", one.options);
      fast.start(W, V);
      for (int t = 0; t < support::all_or_few(20, 4); ++t) {
        textbook.update();
        fast->update();
      }
      EXPECT_NEAR(fast->objective(), textbook.objective(), 1e-12 * textbook.size())
          << one.name << " " << shown(setting);
      textbook.finish();
      fast->finish();
      const Factors<double> factors = fast->factors();
      EXPECT_LT(relative_error(plain(factors.W), textbook.W), 1e-11)
          << one.name << " " << shown(setting);
      EXPECT_LT(relative_error(plain(factors.V), textbook.V), 1e-11)
          << one.name << " " << shown(setting);
      EXPECT_TRUE(factors.U.empty()) << "no vectors of features";
      EXPECT_STREQ(factors.update_rule, "multiplicative");
    }
}

// The updates of docs/methods/lccf.md, from dense matrices; `plus` and `minus` split K.
struct SignedTextbook : Textbook {
  SignedTextbook(const ConceptProblem &problem, const ConceptSetting &setting, Plain start_W,
                 Plain start_V, Plain plus_part, Plain minus_part)
      : Textbook(problem, setting, std::move(start_W), std::move(start_V)),
        plus(std::move(plus_part)),
        minus(std::move(minus_part)) {}

  static Plain moved(Plain factor, const Plain &B, const Plain &P, const Plain &N) {
    for (std::size_t e = 0; e < factor.values.size(); ++e) {
      const double b = B.values[e], q = std::sqrt(b * b + 4 * P.values[e] * N.values[e]);
      factor.values[e] *= b >= 0 ? (b + q) / (2 * P.values[e]) : 2 * N.values[e] / (q - b);
    }
    return factor;
  }
  Plain V_plus() const { return V * (transposed(W) * plus * W) + scaled({}, D * V, penalties()); }
  Plain V_minus() const { return V * (transposed(W) * minus * W) + scaled({}, S * V, penalties()); }
  Plain A() const {
    Plain G = transposed(V) * V;
    const std::vector<double> rho = diagonal(transposed(V) * L() * V);
    for (std::int64_t c = 0; scale_invariant && c < G.rows; ++c)
      G(c, c) += lambda * rho[static_cast<std::size_t>(c)];
    return G;
  }
  void step_V() { V = moved(V, K * W, V_plus(), V_minus()); }
  void step_W() { W = moved(W, K * V, plus * W * A(), minus * W * A()); }
  void step() {
    if (W_first) step_W();
    step_V();
    if (!W_first) step_W();
    normalize();
  }

  Plain plus, minus;
};

class ConceptSigned : public testing::TestWithParam<ConceptSetting> {
 protected:
  ConceptSigned() {
    problem_.X = random_signed(n, m, 11, 0.5);
    problem_.K = problem_.X * transposed(problem_.X);
  }
  SignedTextbook textbook(const std::string &split) const {
    const Plain above = part(problem_.X, 1), below = part(problem_.X, -1), &K = problem_.K;
    const bool exact = split == "exact";
    return {problem_,
            GetParam(),
            W_,
            V_,
            exact ? part(K, 1) : above * transposed(above) + below * transposed(below),
            exact ? part(K, -1) : above * transposed(below) + below * transposed(above)};
  }
  Factorization<> fast(const std::string &split) {
    return {problem_, GetParam(), k, host_.run, "relative", {{"split", split}}};
  }

  Host host_;
  ConceptProblem problem_{n, m, 5};
  const Plain W_ = random_plain(n, k, 6), V_ = random_plain(n, k, 7);
};

class ConceptSignedMonotone : public ConceptSigned {};
class ConceptSignedRoots : public ConceptSigned {};

TEST_P(ConceptSigned, updates_equal_the_textbook) {
  for (const std::string split : {"exact", "factored"}) {
    SignedTextbook slow = textbook(split);
    auto quick = fast(split);
    quick.start(W_, V_);
    for (int t = 0; t < support::all_or_few(20, 5); ++t) {
      slow.step();
      quick->update();
      EXPECT_NEAR(quick->objective(), slow.objective(), 1e-11 * slow.size()) << split << " " << t;
    }
    slow.finish();
    quick->finish();
    const Factors<double> factors = quick->factors();
    EXPECT_LT(relative_error(plain(factors.W), slow.W), 1e-10) << split;
    EXPECT_LT(relative_error(plain(factors.V), slow.V), 1e-10) << split;
    EXPECT_STREQ(factors.update_rule, "signed multiplicative");
    EXPECT_EQ(factors.store.blocks, split == "exact" ? 1 : 0);
  }
}

TEST_P(ConceptSignedMonotone, objective_never_increases) {
  for (const std::string split : {"exact", "factored"})
    for (std::uint64_t seed = 0; seed < support::all_or_few(4U, 1U); ++seed) {
      problem_.X = random_signed(n, m, 20 + seed, 0.5);
      auto quick = fast(split);
      quick.start(random_plain(n, k, 30 + seed), random_plain(n, k, 40 + seed));
      double before = quick->objective();
      for (int t = 1; t <= support::all_or_few(150, 30); ++t) {
        quick->update();
        ASSERT_LE(quick->objective(), before + 1e-12 * std::fabs(before))
            << split << ", data set " << seed << ", update " << t;
        before = quick->objective();
      }
    }
}

// An entry is multiplied by the root r of P r^2 - B r - N, where P - N - B is half the gradient:
// here by differences of the objective.
TEST_P(ConceptSignedRoots, factors_are_roots_of_the_quadratic_of_the_gradient) {
  SignedTextbook slow = textbook("exact");
  const auto differences = [&](Plain &factor) {
    constexpr double h = 0.25;  // the objective is quadratic in each factor
    Plain gradient(n, k);
    for (std::size_t e = 0; e < factor.values.size(); ++e) {
      const double before = factor.values[e];
      factor.values[e] = before + h;
      const double above = slow.objective();
      factor.values[e] = before - h;
      gradient.values[e] = (above - slow.objective()) / (2 * h);
      factor.values[e] = before;
    }
    return gradient;
  };
  const auto expect_roots = [&](const Plain &now, const Plain &before, const Plain &P,
                                const Plain &N, const Plain &gradient, const char *which) {
    const double size = largest(P) + largest(N);
    for (std::size_t e = 0; e < now.values.size(); ++e) {
      const double r = now.values[e] / before.values[e],
                   B = P.values[e] - N.values[e] - 0.5 * gradient.values[e];
      EXPECT_GE(r, 0);
      EXPECT_NEAR(P.values[e] * r * r - B * r - N.values[e], 0, 1e-8 * size * (1 + r * r))
          << which << " " << e;
    }
  };
  // V's step does not change W, nor W's step V: the factors after one update are those of the two
  // steps.
  auto quick = fast("exact");
  quick.start(W_, V_);
  const Plain dV = differences(slow.V), P = slow.V_plus(), N = slow.V_minus(), V = slow.V;
  slow.step_V();
  expect_roots(slow.V, V, P, N, dV, "V");
  const Plain dW = differences(slow.W), W = slow.W, A = slow.A();
  slow.step_W();
  expect_roots(slow.W, W, slow.plus * W * A, slow.minus * W * A, dW, "W");
  slow.normalize();
  quick->update();
  const Factors<double> factors = quick->factors();
  EXPECT_LT(relative_error(plain(factors.V), slow.V), 1e-11);
  EXPECT_LT(relative_error(plain(factors.W), slow.W), 1e-11);
}

std::vector<ConceptSetting> without_weighting(const std::vector<std::string> &normalizations,
                                              bool any_order) {
  std::vector<ConceptSetting> all = settings_of(normalizations, {0, 1, 100});
  std::erase_if(all, [&](const ConceptSetting &s) {
    return s.ncw != "none" || (!any_order && s.order != "vw");
  });
  return all;
}
INSTANTIATE_TEST_SUITE_P(, ConceptSigned,
                         testing::ValuesIn(without_weighting({"scale-invariant", "none", "final",
                                                              "per-update", "unit-memberships"},
                                                             true)),
                         shown_parameter);
INSTANTIATE_TEST_SUITE_P(, ConceptSignedMonotone,
                         testing::ValuesIn(without_weighting({"scale-invariant", "none", "final"},
                                                             true)),
                         shown_parameter);
INSTANTIATE_TEST_SUITE_P(, ConceptSignedRoots,
                         testing::ValuesIn(without_weighting({"scale-invariant", "none"}, false)),
                         shown_parameter);

TEST(ConceptSignedRule, weighting_keeps_the_split_where_the_sums_are_positive) {
  Host host;
  ConceptProblem problem(n, m, 5);
  problem.X(0, 0) = -0.2;
  for (std::int64_t j = 0; j < m; ++j) problem.X(1, j) = j < 2 ? -0.1 : problem.X(1, j);
  problem.K = problem.X * transposed(problem.X);
  ASSERT_LT(*std::min_element(problem.K.values.begin(), problem.K.values.end()), 0);
  for (const char *ncw : {"unit-graph", "full"}) {
    const ConceptSetting setting{"scale-invariant", "vw", ncw, 1};
    const std::vector<double> g = problem.weights(ncw);
    const Plain W = random_plain(n, k, 6), V = random_plain(n, k, 7);
    SignedTextbook slow(problem, setting, W, V, scaled(g, part(problem.K, 1), g),
                        scaled(g, part(problem.K, -1), g));
    Factorization<> quick(problem, setting, k, host.run);
    quick.start(W, V);
    for (int t = 0; t < 10; ++t) {
      slow.step();
      quick->update();
    }
    const Factors<double> factors = quick->factors();
    EXPECT_LT(relative_error(plain(factors.W), slow.W), 1e-10) << ncw;
    EXPECT_LT(relative_error(plain(factors.V), slow.V), 1e-10) << ncw;
    EXPECT_STREQ(factors.update_rule, "signed multiplicative");
  }
}

TEST(ConceptSignedRule, zeros_stay_and_nothing_becomes_nan) {
  Host host;
  ConceptProblem problem(n, m, 5);
  problem.X = random_signed(n, m, 11, 0.5);
  Plain W = random_plain(n, k, 6), V = random_plain(n, k, 7);
  for (std::int64_t c = 0; c < k; ++c) W(3, c) = V(4, c) = 0;
  for (std::int64_t i = 0; i < n; ++i) W(i, 1) = 0;
  for (const double lambda : {0.0, 1.0}) {
    Factorization<> quick(problem, {"none", "vw", "none", lambda}, k, host.run);
    quick.start(W, V);
    for (int t = 0; t < 5; ++t) quick->update();
    const Factors<double> factors = quick->factors();
    for (const Plain &factor : {plain(factors.W), plain(factors.V)})
      for (const double x : factor.values) EXPECT_TRUE(std::isfinite(x) && x >= 0) << x;
    for (std::int64_t c = 0; c < k; ++c) EXPECT_EQ(factors.V(4, c), 0);
  }
}

}  // namespace
}  // namespace manifact
