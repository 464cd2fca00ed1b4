// methods/concept: the objective does not increase where theory guarantees it, and rescaling
// changes only the factors.
#include "methods/concept/penalties/graph.hpp"
#include "methods/concept/update.hpp"
#include "reference/concept.hpp"

namespace manifact {
namespace {

class ConceptObjective : public testing::TestWithParam<ConceptSetting> {
 protected:
  Host host_;
};

TEST_P(ConceptObjective, never_increases) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::int64_t n = 18 + 9 * static_cast<std::int64_t>(seed),
                       m = 40 - 4 * static_cast<std::int64_t>(seed),
                       k = 2 + static_cast<std::int64_t>(seed) % 4;
    const ConceptProblem problem(n, m, 100 + seed);
    Factorization<> fast(problem, GetParam(), k, host_.run);
    fast.start(random_plain(n, k, 200 + seed), random_plain(n, k, 300 + seed));
    double before = fast->objective();
    for (int t = 1; t <= support::all_or_few(100, 20); ++t) {
      fast->update();
      const double after = fast->objective();
      ASSERT_LE(after, before * (1 + 1e-12)) << "data set " << seed << ", update " << t;
      before = after;
    }
  }
}

TEST_P(ConceptObjective, is_monotone_as_promised_by_the_mode) {
  const ConceptProblem problem(10, 8, 1);
  Factorization<> fast(problem, GetParam(), 2, host_.run);
  // `final` decreases too, but V tends to zero if it is run to a tolerance.
  EXPECT_EQ(fast->monotone(), GetParam().normalization != "final");
}

INSTANTIATE_TEST_SUITE_P(, ConceptObjective,
                         testing::ValuesIn(settings_of({"scale-invariant", "none", "final"},
                                                       {0, 1, 100, 1e4})),
                         shown_parameter);

TEST(ConceptModes, without_a_promise_are_not_called_monotone) {
  Host host;
  const ConceptProblem problem(10, 8, 1);
  for (const char *mode : {"per-update", "unit-memberships"})
    EXPECT_FALSE(Factorization<>(problem, {mode, "vw", "none", 1}, 2, host.run)->monotone());
}

class ConceptScale : public testing::TestWithParam<bool> {
 protected:
  static constexpr std::int64_t n = 23, m = 19, k = 4;
  static constexpr double lambda = 3;

  void SetUp() override {
    state_.K = linear_kernel<double>(data(X_), host_.run);
    state_.trace = trace(*state_.K);
    auto penalty = std::make_unique<GraphPenalty<double>>(
        graph_, k, GraphStrength{lambda, GetParam()}, host_.run);
    penalty->set_weights({}, host_.run);
    state_.penalties.push_back(std::move(penalty));
    state_.KW = Tall<double>(host_.memory, n, k);
    state_.W = Tall(dense<double>(random_plain(n, k, 2), host_.memory));
    state_.V = Tall(dense<double>(random_plain(n, k, 3), host_.memory));
    state_.W_changed(host_.run);
    state_.V_changed(host_.run);
  }
  Plain product() const {
    return transposed(problem_.X) * plain(state_.W) * transposed(plain(state_.V));
  }

  Host host_;
  const ConceptProblem problem_{n, m, 4};
  const Csr<double> X_ = csr<double>(problem_.X, host_.memory);
  const Graph graph_ = graph_of(problem_.S, host_.memory);
  ConceptState<double> state_;
};

TEST_P(ConceptScale, rescaling_changes_neither_the_fit_nor_the_invariant_objective) {
  const Plain before = product();
  const double objective = state_.objective(host_.run);
  Array<double> s(host_.memory, k);
  for (std::int64_t c = 0; c < k; ++c) s[c] = std::pow(10.0, static_cast<double>(c) - 2);
  state_.rescale(s, host_.run);
  EXPECT_LT(relative_error(product(), before), 1e-14);
  if (GetParam()) {
    EXPECT_NEAR(state_.objective(host_.run), objective, 1e-12 * objective);
  } else {
    EXPECT_GT(std::fabs(state_.objective(host_.run) - objective), 1e-3 * objective)
        << "tr(V'LV) depends on the scale";
  }
}

TEST_P(ConceptScale, rescaling_keeps_the_carried_products_up_to_date) {
  Array<double> s(host_.memory, k);
  for (std::int64_t c = 0; c < k; ++c) s[c] = 0.3 + static_cast<double>(c * c);
  state_.rescale(s, host_.run);
  const Plain KW = plain(state_.KW), M = plain(state_.M), G = plain(state_.G),
              A = plain(state_.hessian_of_W());
  const double objective = state_.objective(host_.run);
  state_.W_changed(host_.run);
  state_.V_changed(host_.run);
  EXPECT_LT(relative_error(KW, plain(state_.KW)), 1e-13);
  EXPECT_LT(relative_error(M, plain(state_.M)), 1e-13);
  EXPECT_LT(relative_error(G, plain(state_.G)), 1e-13);
  EXPECT_LT(relative_error(A, plain(state_.hessian_of_W())), 1e-12);
  EXPECT_NEAR(objective, state_.objective(host_.run), 1e-12 * objective);
  const Plain V = plain(state_.V);
  const std::vector<double> rho = diagonal(
      transposed(V) * (scaled(row_sums(problem_.S), V, {}) - problem_.S * V));  // v_c'L v_c
  double value = 0;
  for (std::int64_t c = 0; c < k; ++c)
    value += lambda * (GetParam() ? state_.M(c, c) : 1) * rho[static_cast<std::size_t>(c)];
  EXPECT_NEAR(state_.penalties[0]->value(), value, 1e-12 * value);
}

TEST_P(ConceptScale, unit_concepts_and_unit_memberships) {
  state_.rescale(unit_concepts(state_, host_.run), host_.run);
  state_.W_changed(host_.run);
  for (std::int64_t c = 0; c < k; ++c) EXPECT_NEAR(state_.M(c, c), 1, 1e-14) << "w'K w";
  state_.rescale(unit_memberships(state_, host_.run), host_.run);
  state_.V_changed(host_.run);
  for (std::int64_t c = 0; c < k; ++c) EXPECT_NEAR(state_.G(c, c), 1, 1e-14) << "v'v";
}

TEST_P(ConceptScale, a_concept_of_zeros_keeps_its_scale) {
  for (std::int64_t i = 0; i < n; ++i) state_.W(i, 1) = 0, state_.V(i, 2) = 0;
  state_.W_changed(host_.run);
  state_.V_changed(host_.run);
  const Array<double> concepts = unit_concepts(state_, host_.run),
                      memberships = unit_memberships(state_, host_.run);
  EXPECT_EQ(concepts[1], 1);
  EXPECT_NE(concepts[2], 1);
  EXPECT_EQ(memberships[2], 1);
  EXPECT_NE(memberships[1], 1);
}

INSTANTIATE_TEST_SUITE_P(, ConceptScale, testing::Values(true, false),
                         [](const testing::TestParamInfo<bool> &one) {
                           return one.param ? "scale_invariant" : "plain";
                         });

}  // namespace
}  // namespace manifact
