// methods/concept/multiplicative: the carried products, the graph and the weighting agree with
// dense matrices in every mode.
#include "reference/concept.hpp"
#include "support/predictor_parts.hpp"

namespace manifact {
namespace {

class ConceptUpdates : public testing::TestWithParam<ConceptSetting> {
 protected:
  static constexpr std::int64_t n = 31, m = 26, k = 3;
  const ConceptProblem problem_{n, m, 5};
  const Plain W_ = random_plain(n, k, 6), V_ = random_plain(n, k, 7);
  Host host_;
};

TEST_P(ConceptUpdates, equal_the_textbook) {
  for (const int updates : {0, 1, support::all_or_few(20, 4)}) {
    Textbook textbook(problem_, GetParam(), W_, V_);
    Factorization<> fast(problem_, GetParam(), k, host_.run);
    fast.start(W_, V_);
    for (int t = 0; t <= updates; ++t) {
      EXPECT_NEAR(fast->objective(), textbook.objective(), 1e-13 * textbook.size())
          << "after update " << t;
      if (t == updates) break;
      textbook.update();
      fast->update();
    }
    textbook.finish();
    fast->finish();
    const Factors<double> factors = fast->factors();
    const double tolerance = updates < 2 ? 1e-13 : 1e-11;
    EXPECT_LT(relative_error(plain(factors.W), textbook.W), tolerance) << updates;
    EXPECT_LT(relative_error(plain(factors.V), textbook.V), tolerance) << updates;
    EXPECT_LT(relative_error(part_of(*factors.predictor, factors.V.columns(), "M"), textbook.M()),
              tolerance)
        << "W'KW after " << updates;
    const Plain X = scaled(problem_.weights(GetParam().ncw), problem_.X, {});
    EXPECT_LT(relative_error(plain(factors.U), transposed(X) * textbook.W), tolerance)
        << "X'W after " << updates;
    EXPECT_EQ(factors.lambda, GetParam().lambda);
    EXPECT_EQ(factors.dead, 0);
  }
}

TEST_P(ConceptUpdates, kept_factors_are_restored) {
  Factorization<> fast(problem_, GetParam(), k, host_.run),
      alone(problem_, GetParam(), k, host_.run);
  for (Factorization<> *one : {&fast, &alone}) {
    one->start(W_, V_);
    for (int t = 0; t < 3; ++t) (*one)->update();
  }
  fast->keep();
  fast.start(V_, W_);  // another trial
  fast->update();
  fast->restore();
  EXPECT_NEAR(fast->objective(), alone->objective(), 1e-12 * std::fabs(alone->objective()));
  fast->update();
  alone->update();
  const Factors<double> kept = fast->factors(), direct = alone->factors();
  EXPECT_LT(relative_error(plain(kept.W), plain(direct.W)), 1e-12);
  EXPECT_LT(relative_error(plain(kept.V), plain(direct.V)), 1e-12);
}

TEST_P(ConceptUpdates, float_is_close_to_double) {
  Textbook textbook(problem_, GetParam(), W_, V_);
  Factorization<float> fast(problem_, GetParam(), k, host_.run);
  fast.start(W_, V_);
  for (int t = 0; t < 10; ++t) {
    textbook.update();
    fast->update();
  }
  textbook.finish();
  fast->finish();
  const Factors<float> factors = fast->factors();
  EXPECT_LT(relative_error(plain(factors.W), textbook.W), 1e-3);
  EXPECT_LT(relative_error(plain(factors.V), textbook.V), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(, ConceptUpdates,
                         testing::ValuesIn(settings_of({"scale-invariant", "none", "final",
                                                        "per-update", "unit-memberships"},
                                                       {0, 1, 100})),
                         shown_parameter);

TEST(ConceptFloor, of_the_reference_is_absolute_and_the_other_is_not) {
  Host host;
  ConceptProblem problem(20, 15, 5);
  problem.X = 1e-6 * problem.X;  // denominators on both sides of 1e-10
  problem.K = problem.X * transposed(problem.X);
  const ConceptSetting setting{"none", "vw", "none", 0};
  for (const bool reference : {true, false}) {
    Textbook textbook(problem, setting, random_plain(20, 4, 1), random_plain(20, 4, 2));
    Factorization<> fast(problem, setting, 4, host.run, reference ? "reference" : "relative");
    fast.start(textbook.W, textbook.V);
    fast->update();
    const double floor = reference ? 1e-10 : 0;
    const Plain before = textbook.V_denominator();
    EXPECT_LT(*std::min_element(before.values.begin(), before.values.end()), 1e-10);
    EXPECT_GT(largest(before), 1e-10);
    textbook.V = Textbook::moved(textbook.V, textbook.V_numerator(), before, floor);
    textbook.W =
        Textbook::moved(textbook.W, textbook.W_numerator(), textbook.W_denominator(), floor);
    const Factors<double> factors = fast->factors();
    EXPECT_LT(relative_error(plain(factors.V), textbook.V), 1e-13) << reference;
    EXPECT_LT(relative_error(plain(factors.W), textbook.W), 1e-13) << reference;
  }
}

// The arg-max read-out uses unit columns of V in the mode of the authors: the weights undo the last
// normalization, w'Kw = 1.
TEST(ConceptFactors, authors_mode_reads_unit_memberships) {
  Host host;
  const ConceptProblem problem(20, 15, 3);
  Factorization<> fast(problem, {"unit-memberships", "vw", "none", 1}, 4, host.run);
  fast.start(random_plain(20, 4, 1), random_plain(20, 4, 2));
  for (int t = 0; t < 5; ++t) fast->update();
  fast->finish();
  const Factors<double> factors = fast->factors();
  ASSERT_EQ(factors.readout_weights.size(), 4);
  const Plain V = scaled({}, plain(factors.V), listed(factors.readout_weights));
  for (const double square : diagonal(transposed(V) * V)) EXPECT_NEAR(square, 1, 1e-13);
  for (const double square : diagonal(part_of(*factors.predictor, 4, "M")))
    EXPECT_NEAR(square, 1, 1e-13);
}

TEST(ConceptFactors, relative_lambda_is_divided_by_the_mean_degree) {
  Host host;
  const ConceptProblem problem(20, 15, 4);
  const Csr<double> X = csr<double>(problem.X, host.memory);
  const Graph graph = graph_of(problem.S, host.memory);
  const Options options = options_of("lccf", {{"lambda", "6"}, {"lambda-scale", "relative"}});
  const auto algorithm = find_method("lccf")->make(Problem<double>{.X = X.view(),
                                                                   .graph = &graph,
                                                                   .unit_rows = false,
                                                                   .k = 2,
                                                                   .options = options,
                                                                   .run = host.run});
  algorithm->start({Rng(0)});
  double degrees = 0;
  for (const double d : row_sums(problem.S)) degrees += d;
  EXPECT_NEAR(algorithm->factors().lambda, 6 * 20 / degrees, 1e-13);
}

}  // namespace
}  // namespace manifact
