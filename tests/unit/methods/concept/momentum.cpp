// methods/concept/factorization: extrapolation of the factors against the obvious version; the
// objective still does not increase.
#include "reference/concept.hpp"

namespace manifact {
namespace {

using small::k, small::m, small::n;

// Multiplicative updates with momentum, everything recomputed.
struct SlowMomentum : Textbook {
  SlowMomentum(const ConceptProblem &problem, const ConceptSetting &setting, const Plain &start_W,
               const Plain &start_V, double first)
      : Textbook(problem, setting, start_W, start_V), weight{first, first} {}

  // last, weight, most: of W and V.
  std::vector<Plain> last[2];
  double weight[2], most[2] = {1, 1};
  int refused = 0;

  void carry(int which, double before) {
    Plain &F = which == 0 ? W : V;
    const Plain stepped = F;
    if (!last[which].empty()) {
      const double low = 1e-16 * largest(F);
      for (std::size_t e = 0; e < F.values.size(); ++e)
        F.values[e] =
            std::fmax(F.values[e] + weight[which] * (F.values[e] - last[which][0].values[e]),
                      std::fmin(low, F.values[e]));
      if (objective() <= before) {
        weight[which] = std::fmin(most[which], 1.05 * weight[which]);
        most[which] = std::fmin(1, 1.01 * most[which]);
      } else {
        F = stepped;
        most[which] = weight[which];
        weight[which] /= 1.5;
        ++refused;
      }
    }
    last[which] = {stepped};
  }

  void update_with_momentum() {
    const double before = objective();
    if (W_first) step(0, before);
    step(1, before);
    if (!W_first) step(0, before);
    if (normalization != "scale-invariant") return;
    std::vector<double> s = roots(diagonal(M()), 1);
    rescale(s);
    if (!last[1].empty()) last[1][0] = scaled({}, last[1][0], s);
    for (double &x : s) x = 1 / x;
    if (!last[0].empty()) last[0][0] = scaled({}, last[0][0], s);
  }

  void step(int which, double before) {
    if (which == 0)
      move_W();
    else
      move_V();
    carry(which, before);
  }
};

class Extrapolation : public testing::TestWithParam<ConceptSetting> {
 protected:
  const ConceptProblem problem_{n, m, 5};
  const Plain W_ = random_plain(n, k, 6), V_ = random_plain(n, k, 7);
  Host host_;
};

TEST_P(Extrapolation, equals_the_slow_version) {
  SlowMomentum slow(problem_, GetParam(), W_, V_, 0.9);
  Factorization<> fast(problem_, GetParam(), k, host_.run, "relative", {{"extrapolation", "0.9"}});
  fast.start(W_, V_);
  for (int t = 0; t < 12; ++t) {
    slow.update_with_momentum();
    fast->update();
    EXPECT_NEAR(fast->objective(), slow.objective(), 1e-11 * slow.size()) << "after update " << t;
  }
  const Factors<double> factors = fast->factors();
  EXPECT_LT(relative_error(plain(factors.V), slow.V), 1e-9);
  EXPECT_LT(relative_error(plain(factors.W), slow.W), 1e-9);
}

TEST_P(Extrapolation, never_raises_the_objective) {
  for (const char *rule : {"mu", "cd"})
    for (const char *weight : {"0.3", "0.99"}) {
      Factorization<> one(problem_, GetParam(), k, host_.run, "relative",
                          {{"extrapolation", weight}, {"update", rule}});
      one.start(W_, V_);
      double before = one->objective();
      for (int t = 0; t < support::all_or_few(400, 60); ++t) {
        one->update();
        const double after = one->objective();
        ASSERT_LE(after, before + 1e-12 * std::fabs(before))
            << rule << ", weight " << weight << ", update " << t;
        before = after;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(, Extrapolation,
                         testing::ValuesIn(settings_of({"scale-invariant", "none"}, {0, 1, 100})),
                         shown_parameter);

TEST(ExtrapolationOfUpdates, is_taken_back_where_it_would_fail) {
  const ConceptProblem problem(n, m, 5);
  SlowMomentum slow(problem, {"scale-invariant", "vw", "none", 0}, random_plain(n, k, 6),
                    random_plain(n, k, 7), 0.99);
  for (int t = 0; t < 40; ++t) slow.update_with_momentum();
  EXPECT_GT(slow.refused, 0);  // so that the test above covers both cases
}

TEST(ExtrapolationOfUpdates, leads_multiplicative_updates_lower_in_as_many_updates) {
  const ConceptProblem problem(120, 80, 5);
  const Plain W = random_plain(120, k, 6), V = random_plain(120, k, 7);
  Host host;
  double objective[2];
  for (const bool on : {false, true}) {
    Factorization<> one(problem, {"scale-invariant", "vw", "none", 0}, k, host.run, "relative",
                        {{"extrapolation", on ? "0.5" : "0"}});
    one.start(W, V);
    for (int t = 0; t < 15; ++t) one->update();
    objective[on] = one->objective();
  }
  EXPECT_LT(objective[true], objective[false]);
}

TEST(ExtrapolationOfUpdates, begins_anew_with_each_start) {
  const ConceptProblem problem(n, m, 5);
  const Plain W = random_plain(n, k, 6), V = random_plain(n, k, 7);
  Host host;
  Factorization<> fresh(problem, {"scale-invariant", "vw", "none", 1}, k, host.run, "relative",
                        {{"extrapolation", "0.5"}});
  Factorization<> used(problem, {"scale-invariant", "vw", "none", 1}, k, host.run, "relative",
                       {{"extrapolation", "0.5"}});
  used.start(V, W);
  for (int t = 0; t < 5; ++t) used->update();
  for (auto *one : {&fresh, &used}) {
    one->start(W, V);
    for (int t = 0; t < 3; ++t) (*one)->update();
  }
  EXPECT_EQ(plain(fresh->factors().V), plain(used->factors().V));
}

}  // namespace
}  // namespace manifact
