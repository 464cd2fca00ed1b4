// methods/concept/coordinate_descent against a slow, obvious version; descent and stationarity; the
// KKT residual of all update rules.
#include <numeric>

#include "graph/components.hpp"
#include "methods/concept/update.hpp"
#include "reference/concept.hpp"

namespace manifact {
namespace {

using small::k, small::m, small::n;

std::vector<std::int32_t> in_order(std::int64_t rows) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(rows));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// Moves one entry after the other to the minimum over v >= low of the objective in that entry, with
// the gradient recomputed each time. Some passes over a row; rows of V in the order of the
// coloring.
struct SlowDescent : Textbook {
  using Textbook::Textbook;
  double low = 0;
  int passes = 3;
  std::vector<std::int32_t> order_of_W = in_order(W.rows);

  double moved(double v, double gradient, double curvature) const {
    return curvature > 0 ? std::fmax(v - gradient / curvature, low) : v;
  }

  void descend_V(const std::vector<std::int32_t> &rows) {
    low = 1e-16 * largest(V);
    const std::vector<double> lambdas = penalties();
    const Plain KW = K * W, metric = M();
    for (const std::int32_t i : rows)
      for (int pass = 0; pass < passes; ++pass)
        for (std::int64_t c = 0; c < k; ++c) {
          double gradient = -KW(i, c) + lambdas[static_cast<std::size_t>(c)] * D(i, i) * V(i, c);
          for (std::int64_t l = 0; l < k; ++l) gradient += V(i, l) * metric(l, c);
          for (std::int64_t j = 0; j < V.rows; ++j)
            gradient -= lambdas[static_cast<std::size_t>(c)] * S(i, j) * V(j, c);
          V(i, c) = moved(V(i, c), gradient,
                          metric(c, c) + lambdas[static_cast<std::size_t>(c)] * D(i, i));
        }
  }

  void descend_W() {
    low = 1e-16 * largest(W);
    Plain A = transposed(V) * V;
    const std::vector<double> rho = diagonal(transposed(V) * L() * V);
    for (std::int64_t c = 0; scale_invariant && c < k; ++c)
      A(c, c) += lambda * rho[static_cast<std::size_t>(c)];
    const Plain KV = K * V;
    for (const std::int32_t i : order_of_W)
      for (int pass = 0; pass < passes; ++pass)
        for (std::int64_t c = 0; c < k; ++c) {
          const Plain gradient = K * W * A - KV;
          W(i, c) = moved(W(i, c), gradient(i, c), K(i, i) * A(c, c));
        }
  }

  void update_by_descent(const std::vector<std::int32_t> &rows) {
    if (W_first) descend_W();
    descend_V(rows);
    if (!W_first) descend_W();
    normalize();
  }
};

std::vector<std::int32_t> order_of(const Plain &S, double lambda) {
  Host host;
  if (lambda > 0)
    return listed(greedy_coloring<double>(csr<double>(S, host.memory), host.memory).vertices);
  return in_order(S.rows);
}

// The library's algorithm with update=cd.
template <class T = double>
struct Descent {
  Descent(const ConceptProblem &problem, const ConceptSetting &setting, ExecutionContext &run,
          const char *rule = "cd", std::int64_t sweeps = 3,
          const Array<std::int32_t> *order = nullptr)
      : options(options_of("lccf", {{"normalization", setting.normalization},
                                    {"update-order", setting.order},
                                    {"ncw", setting.ncw},
                                    {"update", rule}})),
        X(csr<T>(problem.X, run.memory)),
        graph(graph_of(problem.S, run.memory)) {
    options.set(*find_option(Key::lambda), setting.lambda);
    options.set(*find_option(Key::sweeps), sweeps);
    algorithm = find_method("lccf")->make(Problem<T>{.X = X.view(),
                                                     .graph = setting.lambda > 0 ? &graph : nullptr,
                                                     .unit_rows = false,
                                                     .k = k,
                                                     .options = options,
                                                     .run = run,
                                                     .canonical_order = order});
  }

  Options options;
  Csr<T> X;
  Graph graph;
  std::unique_ptr<Algorithm<T>> algorithm;
};

class CoordinateDescent : public testing::TestWithParam<ConceptSetting> {
 protected:
  const ConceptProblem problem_{n, m, 5};
  const Plain W_ = random_plain(n, k, 6), V_ = random_plain(n, k, 7);
  const Start start_{Rng(0), W_.values.data(), V_.values.data(), nullptr};
  Host host_;
};

TEST_P(CoordinateDescent, equals_the_slow_version) {
  SlowDescent slow(problem_, GetParam(), W_, V_);
  Descent<> fast(problem_, GetParam(), host_.run);
  fast.algorithm->start(start_);
  for (int t = 0; t < support::all_or_few(6, 2); ++t) {
    slow.update_by_descent(order_of(problem_.S, GetParam().lambda));
    fast.algorithm->update();
    EXPECT_NEAR(fast.algorithm->objective(), slow.objective(), 1e-12 * slow.size())
        << "after update " << t;
  }
  const Factors<double> factors = fast.algorithm->factors();
  EXPECT_LT(relative_error(plain(factors.V), slow.V), 1e-10);
  EXPECT_LT(relative_error(plain(factors.W), slow.W), 1e-10);
}

TEST_P(CoordinateDescent, sweeps_are_passes_over_a_row) {
  for (const int passes : {1, 2, 6}) {
    if (support::is_sanitized && passes != 2) continue;  // time
    SlowDescent slow(problem_, GetParam(), W_, V_);
    slow.passes = passes;
    Descent<> fast(problem_, GetParam(), host_.run, "cd", passes);
    fast.algorithm->start(start_);
    for (int t = 0; t < 2; ++t) {
      slow.update_by_descent(order_of(problem_.S, GetParam().lambda));
      fast.algorithm->update();
    }
    EXPECT_LT(relative_error(plain(fast.algorithm->factors().V), slow.V), 1e-10) << passes;
  }
}

TEST_P(CoordinateDescent, never_raises_the_objective_and_leads_to_a_stationary_point) {
  Descent<> fast(problem_, GetParam(), host_.run);
  fast.algorithm->start(start_);
  const double far = fast.algorithm->residual();
  double before = fast.algorithm->objective();
  for (int t = 0; t < support::all_or_few(3000, 100); ++t) {
    fast.algorithm->update();
    const double after = fast.algorithm->objective();
    ASSERT_LE(after, before + 1e-12 * std::fabs(before)) << "update " << t;
    before = after;
  }
  EXPECT_GT(far, 1e-2);
  if (support::is_sanitized) return;  // not yet stationary
  if (GetParam().normalization == "none" && GetParam().lambda > 0)
    return;  // has no minimizer: the scale diverges
  EXPECT_LT(fast.algorithm->residual(), GetParam().lambda > 10 ? 1e-3 : 1e-4) << "from " << far;
}

TEST_P(CoordinateDescent, float_is_close_to_double) {
  Descent<> right(problem_, GetParam(), host_.run);
  Descent<float> fast(problem_, GetParam(), host_.run);
  right.algorithm->start(start_);
  fast.algorithm->start(start_);
  for (int t = 0; t < 10; ++t) {
    right.algorithm->update();
    fast.algorithm->update();
  }
  EXPECT_NEAR(fast.algorithm->objective(), right.algorithm->objective(),
              (GetParam().lambda > 10 ? 1e-2 : 1e-4) * std::fabs(right.algorithm->objective()));
}

INSTANTIATE_TEST_SUITE_P(, CoordinateDescent,
                         testing::ValuesIn(settings_of({"scale-invariant", "none"}, {0, 1, 100})),
                         shown_parameter);

// From a start of the wrong scale the gradient decreases by orders of magnitude while a row is
// moved; the rest determines the entries.
TEST(CoordinateDescentInFloat, follows_double_from_a_start_far_away) {
  const ConceptProblem problem(n, m, 5);
  const Plain W = random_plain(n, k, 6), far = 1e4 * random_plain(n, k, 7);
  Host host;
  for (const char *ncw : {"none", "unit-graph"}) {
    Descent<> right(problem, ConceptSetting{"scale-invariant", "vw", ncw, 0}, host.run);
    Descent<float> fast(problem, ConceptSetting{"scale-invariant", "vw", ncw, 0}, host.run);
    right.algorithm->start({Rng(0), W.values.data(), far.values.data(), nullptr});
    fast.algorithm->start({Rng(0), W.values.data(), far.values.data(), nullptr});
    right.algorithm->update();
    fast.algorithm->update();
    EXPECT_LT(
        relative_error(plain(fast.algorithm->factors().V), plain(right.algorithm->factors().V)),
        1e-3);
  }
}

// More rows than three blocks, some of them equal, one empty, in an order of their own.
template <class T>
void expect_blocks_like_rows(const char *ncw, std::int64_t threads) {
  constexpr std::int64_t rows = 77;
  ConceptProblem problem(rows, m, 5);
  for (std::int64_t j = 0; j < m; ++j) {
    for (const std::int64_t i : {1, 2, 40}) problem.X(i, j) = problem.X(0, j);
    if (std::string(ncw) == "none") problem.X(30, j) = 0;
  }
  problem.K = problem.X * transposed(problem.X);
  const Plain W = random_plain(rows, k, 6), V = random_plain(rows, k, 7);
  Host host(threads);
  Array<std::int32_t> order(host.memory, rows);
  for (std::int64_t r = 0; r < rows; ++r)
    order[r] = static_cast<std::int32_t>(r * 30 % rows);  // 30 and 77 have no common divisor
  const ConceptSetting setting{"scale-invariant", "vw", ncw, 0};
  SlowDescent slow(problem, setting, W, V);
  slow.order_of_W.assign(order.begin(), order.end());
  Descent<T> fast(problem, setting, host.run, "cd", 3, &order);
  fast.algorithm->start({Rng(0), W.values.data(), V.values.data(), nullptr});
  for (int t = 0; t < 3; ++t) {
    slow.update_by_descent(in_order(rows));
    fast.algorithm->update();
  }
  const Factors<T> factors = fast.algorithm->factors();
  const double near = sizeof(T) == 8 ? 1e-10 : 1e-3;
  EXPECT_LT(relative_error(plain(factors.W), slow.W), near) << ncw << " " << threads;
  EXPECT_LT(relative_error(plain(factors.V), slow.V), near) << ncw << " " << threads;
}

TEST(CoordinateDescentInBlocks, is_that_of_one_row_after_the_other) {
  for (const char *ncw : {"none", "unit-graph"})
    for (const std::int64_t threads : {1, 3}) {
      expect_blocks_like_rows<double>(ncw, threads);
      expect_blocks_like_rows<float>(ncw, threads);
    }
}

TEST(CoordinateDescentThreads, give_the_same_bits) {
  constexpr std::int64_t rows = support::all_or_few(700, 300);
  const ConceptProblem problem(rows, 60, 5);
  const Plain W = random_plain(rows, k, 6), V = random_plain(rows, k, 7);
  std::vector<Plain> found;
  for (const std::int64_t threads : {1, 2, 5}) {
    Host host(threads);
    Descent<> fast(problem, {"scale-invariant", "vw", "unit-graph", 1}, host.run);
    fast.algorithm->start({Rng(0), W.values.data(), V.values.data(), nullptr});
    for (int t = 0; t < 4; ++t) fast.algorithm->update();
    found.push_back(plain(fast.algorithm->factors().V));
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

TEST(CoordinateDescentBeside,
     multiplicative_updates_is_lower_after_as_many_updates_without_a_graph) {
  Host host;
  const ConceptProblem problem(120, 80, 5);
  const Plain W = random_plain(120, k, 6), V = random_plain(120, k, 7);
  double objective[2];
  for (const bool cd : {false, true}) {
    Descent<> one(problem, {"scale-invariant", "vw", "none", 0}, host.run, cd ? "cd" : "mu");
    one.algorithm->start({Rng(0), W.values.data(), V.values.data(), nullptr});
    for (int t = 0; t < 10; ++t) one.algorithm->update();
    objective[cd] = one.algorithm->objective();
  }
  EXPECT_LT(objective[true], objective[false]);
}

TEST(UpdateAuto, descends_wherever_it_can) {
  Host host;
  const ConceptProblem problem(n, m, 5);
  const auto rule = [&](const ConceptSetting &setting, const char *kernel) {
    Factorization<> one(problem, setting, k, host.run, "relative",
                        {{"update", "auto"}, {"kernel", kernel}});
    one.start(random_plain(n, k, 6), random_plain(n, k, 7));
    return std::string(one->factors().update_rule);
  };
  for (const double lambda : {0.0, 100.0}) {
    EXPECT_EQ(rule({"scale-invariant", "vw", "unit-graph", lambda}, "linear"),
              "coordinate descent");
    EXPECT_EQ(rule({"none", "wv", "none", lambda}, "linear"), "coordinate descent");
    EXPECT_EQ(rule({"scale-invariant", "vw", "none", lambda}, "polynomial"), "multiplicative");
    for (const char *reproduced : {"final", "per-update", "unit-memberships"})
      EXPECT_EQ(rule({reproduced, "vw", "none", lambda}, "linear"), "multiplicative");
  }
}

TEST(KktResidual, is_that_of_the_definition) {
  Host host;
  const ConceptProblem problem(n, m, 5);
  for (const ConceptSetting &setting : settings_of({"scale-invariant", "none"}, {0, 2})) {
    Plain W = random_plain(n, k, 6), V = random_plain(n, k, 7);
    for (std::int64_t i = 0; i < n; i += 3)
      W(i, i % k) = V(i, (i + 1) % k) = 0;  // at the bound: only a negative gradient counts
    Textbook book(problem, setting, W, V);
    Descent<> one(problem, setting, host.run, "mu");
    one.algorithm->start({Rng(0), W.values.data(), V.values.data(), nullptr});
    const auto share = [](const Plain &factor, const Plain &plus, const Plain &minus) {
      double above = 0;
      for (std::size_t e = 0; e < factor.values.size(); ++e) {
        const double g = plus.values[e] - minus.values[e];
        above += factor.values[e] > 0 || g < 0 ? g * g : 0;
      }
      return std::sqrt(above / inner(plus, plus));
    };
    const double right = std::fmax(share(book.V, book.V_denominator(), book.V_numerator()),
                                   share(book.W, book.W_denominator(), book.W_numerator()));
    EXPECT_NEAR(one.algorithm->residual(), right, 1e-12) << shown(setting);
  }
}

TEST(KktResidual, falls_under_multiplicative_updates_and_knows_no_scale) {
  Host host;
  ConceptProblem problem(n, m, 5);
  const Plain W = random_plain(n, k, 6), V = random_plain(n, k, 7);
  double residual[2][2];
  for (const bool scaled : {false, true}) {
    if (scaled) problem.X = 1e3 * problem.X;
    Descent<> one(problem, {"scale-invariant", "vw", "none", 1}, host.run, "mu");
    one.algorithm->start({Rng(0), W.values.data(), V.values.data(), nullptr});
    for (const int updates : {5, 500}) {
      for (int t = 0; t < updates; ++t) one.algorithm->update();
      residual[scaled][updates == 500] = one.algorithm->residual();
    }
  }
  EXPECT_LT(residual[0][1], 0.3 * residual[0][0]);
  EXPECT_NEAR(residual[0][0], residual[1][0], 1e-9);
}

}  // namespace
}  // namespace manifact
