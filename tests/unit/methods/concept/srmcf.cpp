// methods/concept/srmcf: without n x n arrays it agrees with the formulas for the dense R = W V';
// gradients are those of the objective, and no step increases it.
#include "reference/srmcf.hpp"
#include "graph/learned/adaptive.hpp"
#include "methods/concept/penalties/adaptive.hpp"
#include "methods/concept/update.hpp"
#include "methods/registry.hpp"
#include "support/expect_error.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

struct Setting {
  const char *name;
  bool negative;
  double l1, l2, gamma;   // gamma 0: by row
  bool factored = false;  // split of negative data
  bool origin = false;    // a row of zeros, which is a point like others where features are scaled
};
void PrintTo(const Setting &s, std::ostream *out) { *out << s.name; }

const Setting settings[] = {{"row", false, 1, 0.5, 0},
                            {"fixed", false, 2, 0.5, 1e-3},
                            {"row_heavy", false, 1e3, 0.1, 0},
                            {"fixed_heavy", false, 1e3, 10, 1e-3},
                            {"no_graph", false, 1, 0, 0},
                            {"signed_row", true, 1, 0.5, 0},
                            {"signed_fixed", true, 3, 0.5, 1e-3},
                            {"signed_factored", true, 1, 0.5, 0, true},
                            {"origin_row", false, 1, 0, 0, false, true},
                            {"origin_fixed", false, 2, 0, 1e-3, false, true}};

class SrmcfUpdates : public testing::TestWithParam<Setting> {
 protected:
  static constexpr std::int64_t n = support::all_or_few(40, 24), m = 9, k = 3, neighbors = 4;

  SrmcfUpdates() {
    for (std::int64_t j = 0; j < m && GetParam().origin; ++j) X_(7, j) = 0;
    if (!GetParam().negative) return;
    for (std::size_t e = 0; e < X_.values.size(); e += 2) X_.values[e] = -X_.values[e];
  }

  // V near a clustering: with random factors all rows would be alike after few updates.
  Plain start_V() const {
    Plain V = 0.2 * random_plain(n, k, 5);
    for (std::int64_t i = 0; i < n; ++i) V(i, i % k) += 1;
    return V;
  }
  SlowSrmcf slow() const {
    SlowSrmcf all(X_, S_, 0.1 * random_plain(n, k, 4) + 0.05 * random_plain(n, k, 14), start_V(),
                  GetParam().l1, GetParam().l2, GetParam().gamma, neighbors);
    if (!GetParam().factored) return all;
    Plain above = X_, below = X_;
    for (double &x : above.values) x = std::fmax(x, 0);
    for (double &x : below.values) x = std::fmax(-x, 0);
    all.K_plus = above * transposed(above) + below * transposed(below);
    all.K_minus = above * transposed(below) + below * transposed(above);
    return all;
  }
  std::unique_ptr<Algorithm<double>> fast(const SlowSrmcf &like, manifact::ExecutionContext &run,
                                          const char *refresh = "1") {
    options_ = options_of("srmcf", {{"adaptive-neighbors", std::to_string(neighbors)},
                                    {"gamma", GetParam().gamma > 0 ? "fixed" : "row"},
                                    {"refresh", refresh},
                                    {"split", GetParam().factored ? "factored" : "auto"}});
    options_.set(*find_option(Key::adaptive_weight), GetParam().l1);
    options_.set(*find_option(Key::lambda), GetParam().l2);
    options_.set(*find_option(Key::adaptive_ridge), GetParam().l1 * GetParam().gamma / 2);
    data_ = csr<double>(X_, run.memory);
    graph_ = graph_of(S_, run.memory);
    Problem<double> problem{.X = data_.view(),
                            .graph = GetParam().l2 > 0 ? &graph_ : nullptr,
                            .unit_rows = false,
                            .k = k,
                            .options = options_,
                            .run = run};
    problem.zeros_are_points = true;
    auto algorithm = find_method("srmcf")->make(problem);
    algorithm->start({Rng(0), like.W.values.data(), like.V.values.data(), nullptr});
    return algorithm;
  }

  Plain X_ = random_plain(n, m, 2, 0.7), S_ = random_weights(n, 0.15, 3);
  Options options_ = options_of("srmcf");
  Csr<double> data_;
  Graph graph_;
};

TEST_P(SrmcfUpdates, follows_the_formulas_with_the_dense_R) {
  Host host;
  SlowSrmcf right = slow();
  const auto algorithm = fast(right, host.run);
  EXPECT_NEAR(algorithm->objective(), right.objective(), 1e-11 * right.objective());
  for (int t = 0; t < support::all_or_few(30, 10); ++t) {
    algorithm->update();
    right.move_W();
    right.move_V();
    const double before_A = right.objective();
    right.move_A();
    const double expected = GetParam().gamma > 0 ? right.objective() : before_A;
    ASSERT_NEAR(algorithm->objective(), expected, 1e-10 * expected) << "update " << t;
  }
  const Factors<double> f = algorithm->factors();
  EXPECT_LE(relative_error(plain(f.W), right.W), 1e-10);
  EXPECT_LE(relative_error(plain(f.V), right.V), 1e-10);
}

TEST_P(SrmcfUpdates, residual_is_the_gradient_of_the_objective) {
  Host host;
  SlowSrmcf right = slow();
  const auto algorithm = fast(right, host.run);
  // Central differences of a function that is quadratic in each factor: a long step is exact up to
  // rounding.
  const auto differences = [&](Plain SlowSrmcf::*factor) {
    Plain gradient(n, k);
    for (std::size_t e = 0; e < gradient.values.size(); ++e) {
      double side[2];
      for (const int s : {0, 1}) {
        SlowSrmcf moved = right;
        (moved.*factor).values[e] += s == 0 ? -0.25 : 0.25;
        side[s] = moved.objective();
      }
      gradient.values[e] = (side[1] - side[0]) / 0.5;
    }
    return gradient;
  };
  const Plain dW = differences(&SlowSrmcf::W), dV = differences(&SlowSrmcf::V), none(n, n);
  const Plain V_plus = right.V_plus(right.K), W_plus = right.W_plus(right.K);
  EXPECT_LE(relative_error(dV, 2 * (V_plus - right.V_minus(none) - right.K * right.W)), 1e-8);
  EXPECT_LE(relative_error(dW, 2 * (W_plus - right.W_minus(none) - right.K * right.V)), 1e-8);
  const double of_V = std::sqrt(inner(dV, dV) / inner(V_plus, V_plus)) / 2,
               of_W = std::sqrt(inner(dW, dW) / inner(W_plus, W_plus)) / 2;
  EXPECT_NEAR(algorithm->residual(), std::fmax(of_V, of_W), 1e-8 * std::fmax(of_V, of_W));
}

TEST_P(SrmcfUpdates, no_step_of_W_and_V_raises_the_objective) {
  Host host;
  SlowSrmcf right = slow();
  const auto algorithm = fast(right, host.run, "0");  // A is constant
  double before = algorithm->objective();
  for (int t = 0; t < 300; ++t) {
    algorithm->update();
    ASSERT_LE(algorithm->objective(), before + 1e-12 * std::fabs(before)) << "update " << t;
    before = algorithm->objective();
  }
}

// Row by row, with the current gamma: a fixed one, or one for each row.
TEST_P(SrmcfUpdates, new_neighbors_are_never_worse_than_those_before_or_any_others) {
  Host host;
  SlowSrmcf all = slow();
  for (int t = 0; t < support::all_or_few(40, 10); ++t) {
    const Plain before = all.A, even = all.by_row(SlowSrmcf::distances(all.V));
    all.move_W();
    all.move_V();
    const Plain points = all.V * transposed(all.W),
                d = SlowSrmcf::distances(points);  // the columns of R
    const Dense<double> Y = dense<double>(points, host.memory);
    const AdaptiveNeighbors found =
        GetParam().gamma > 0 ? adaptive_neighbors(Y, neighbors, GetParam().gamma, 1 << 24, host.run)
                             : adaptive_neighbors(Y, neighbors, host.run);
    const Plain A = plain(found.A.view());
    const auto cost = [&](const Plain &B, std::int64_t i) {
      double sum = 0;
      for (std::int64_t j = 0; j < n; ++j)
        sum += B(i, j) * d(i, j) + found.gamma[i] * B(i, j) * B(i, j);
      return sum;
    };
    double now = 0, then = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::int64_t j = 0; j < n; ++j) sum += A(i, j);
      ASSERT_NEAR(sum, 1, 1e-12);
      ASSERT_LE(cost(A, i), cost(before, i) * (1 + 1e-12)) << "update " << t << ", row " << i;
      now += cost(A, i);
      then += cost(before, i);
      ASSERT_LE(cost(A, i), cost(even, i) * (1 + 1e-12)) << "update " << t << ", row " << i;
    }
    ASSERT_LT(now, then) << "update " << t;
    all.move_A();
  }
}

class SrmcfOneGamma : public SrmcfUpdates {};

TEST_P(SrmcfOneGamma, the_whole_objective_never_rises) {
  Host host;
  SlowSrmcf right = slow();
  const auto algorithm = fast(right, host.run);
  const double first = algorithm->objective();
  double before = first;
  for (int t = 0; t < 300; ++t) {
    algorithm->update();
    ASSERT_LE(algorithm->objective(), before + 1e-12 * std::fabs(before)) << "update " << t;
    before = algorithm->objective();
  }
  EXPECT_LT(before, 0.999 * first);
}

TEST_P(SrmcfUpdates, same_for_any_number_of_threads) {
  std::vector<double> first;
  for (const std::int64_t threads : {1, 2, 5}) {
    Host host(threads);
    SlowSrmcf right = slow();
    const auto algorithm = fast(right, host.run);
    for (int t = 0; t < 10; ++t) algorithm->update();
    const Factors<double> f = algorithm->factors();
    std::vector<double> all = plain(f.W).values;
    const Plain V = plain(f.V);
    all.insert(all.end(), V.values.begin(), V.values.end());
    if (first.empty()) first = all;
    EXPECT_EQ(all, first) << threads;
  }
}

std::string name_of_one(const testing::TestParamInfo<Setting> &one) { return one.param.name; }

INSTANTIATE_TEST_SUITE_P(, SrmcfUpdates, testing::ValuesIn(settings), name_of_one);
INSTANTIATE_TEST_SUITE_P(, SrmcfOneGamma, testing::Values(settings[1], settings[3], settings[6]),
                         name_of_one);  // with gamma by row each A defines another problem

// The coordinates of the columns of R = W V' have the distances of these columns.
void expect_distances(const Plain &W, double tolerance) {
  Host host;
  const Plain V = random_plain(30, 4, 2);
  AdaptivePenalty<double> penalty(30, 4, 1, host.run);
  penalty.W_changed(Tall(dense<double>(W, host.memory)), {}, host.run);
  const Plain Y = plain(penalty.coordinates(dense<double>(V, host.memory), host.run));
  EXPECT_LE(
      relative_error(SlowSrmcf::distances(Y), SlowSrmcf::distances(transposed(W * transposed(V)))),
      tolerance);
}

TEST(AdaptiveCoordinates, have_the_distances_of_the_columns_of_R) {
  expect_distances(random_plain(30, 4, 1), 1e-13);
}

TEST(AdaptiveCoordinates, are_found_for_singular_concepts_too) {
  Plain W = random_plain(30, 4, 1);
  for (std::int64_t i = 0; i < 30; ++i) {
    W(i, 3) = W(i, 0);
    W(i, 2) = 0;
  }
  expect_distances(W, 1e-12);
}

}  // namespace
}  // namespace manifact
