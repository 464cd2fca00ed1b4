// CF and LCCF through the public API: invariances, given starts, and special cases that must agree.
#include <cmath>
#include <numeric>

#include "support/corpus.hpp"

namespace {

using support::Settings;
using support::with;
using Values = std::vector<double>;

const std::vector<std::string> normalizations = {"scale-invariant", "final", "per-update",
                                                 "unit-memberships", "none"};

class Concept : public testing::Test {
 protected:
  static constexpr int64_t k = 3;

  support::Model fitted(const std::string &method, const Settings &settings,
                        const manifact_matrix *X) {
    return support::fit(support::solver(context_.get(), method, settings).get(), X, k);
  }
  support::Model fitted(const std::string &method, const Settings &settings) {
    return fitted(method, settings, X_.get());
  }

  // From the same factors each time: entries in 0.05 .. 1.
  support::Model started(const std::string &method, const Settings &settings,
                         const manifact_matrix *X, const Values &W, const Values &V) {
    const auto solver = support::solver(context_.get(), method, settings);
    EXPECT_EQ(manifact_solver_set_start_factors(solver.get(), W.data(), V.data(), corpus_.n, k),
              MANIFACT_OK);
    return support::fit(solver.get(), X, k);
  }
  Values random_factor(uint64_t seed) const {
    Values values(static_cast<size_t>(corpus_.n * k));
    for (double &x : values) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      x = 0.05 + 0.95 * static_cast<double>(seed >> 11) / 9007199254740992.0;
    }
    return values;
  }

  // The corpus in real numbers, so that no two cosines are equal and rounding does not choose the
  // neighbors.
  api::Corpus without_ties() const {
    api::Corpus real = corpus_;
    for (size_t e = 0; e < real.values.size(); ++e)
      real.values[e] += 0.3 * std::sin(static_cast<double>(e));
    return real;
  }

  static void expect_close(const Values &got, const Values &want, double tolerance,
                           const std::string &what) {
    ASSERT_EQ(got.size(), want.size());
    double most = 0;
    for (const double x : want) most = std::fmax(most, std::fabs(x));
    for (size_t e = 0; e < got.size(); ++e)
      ASSERT_NEAR(got[e], want[e], tolerance * most) << what << ", entry " << e;
  }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus();
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_F(Concept, planted_topics_are_found) {
  for (const std::string method : {"cf", "lccf"})
    EXPECT_EQ(api::accuracy(context_.get(), corpus_, fitted(method, {}).get()), 1) << method;
  for (const std::string &mode : normalizations) {
    const auto model = fitted("lccf", {{"normalization", mode}, {"readout", "cosine-kmeans"}});
    EXPECT_EQ(api::accuracy(context_.get(), corpus_, model.get()), 1) << mode;
  }
  EXPECT_EQ(api::accuracy(context_.get(), corpus_, fitted("lccf", {{"preset", "paper"}}).get()), 1);
  EXPECT_EQ(api::accuracy(context_.get(), corpus_, fitted("lccf", {{"start", "kmeans"}}).get()), 1);
}

TEST_F(Concept, scale_of_the_data_does_not_matter) {
  // Except appendix B: its graph is divided by g_i g_j, which has the scale of the data.
  for (const Settings &mode : {Settings{{"ncw", "none"}}, Settings{{"ncw", "unit-graph"}}})
    for (const std::string method : {"cf", "lccf"}) {
      const Settings settings =
          with(mode, {{"weighting", "none"}, {"scaling", "none"}, {"restarts", "2"}});
      const auto model = fitted(method, settings, api::csr(context_.get(), without_ties()).get());
      for (const double factor : {1e-12, 1e-4, 10.0, 1e30}) {
        api::Corpus scaled = without_ties();
        for (double &x : scaled.values) x *= factor;
        const auto other = fitted(method, settings, api::csr(context_.get(), scaled).get());
        EXPECT_EQ(support::labels(other.get()), support::labels(model.get()))
            << method << " times " << factor;
        EXPECT_EQ(manifact_model_iterations(other.get()), manifact_model_iterations(model.get()));
        if (mode[0].second != "none") continue;
        const double square = factor * factor;
        EXPECT_NEAR(manifact_model_objective(other.get()),
                    square * manifact_model_objective(model.get()),
                    1e-8 * square * manifact_model_objective(model.get()));
      }
    }
}

TEST_F(Concept, end_is_not_the_same_in_the_other_order) {
  const Values W = random_factor(1), V = random_factor(2);
  const Settings end = {{"normalization", "final"}, {"max-iterations", "20"}};
  const auto wv = support::history(started("lccf", end, X_.get(), W, V).get());
  const auto vw =
      support::history(started("lccf", with(end, {{"update-order", "vw"}}), X_.get(), W, V).get());
  ASSERT_EQ(wv.size(), vw.size());
  EXPECT_EQ(wv[0], vw[0]);
  for (size_t t = 1; t < wv.size(); ++t)
    EXPECT_GT(std::fabs(wv[t] - vw[t]), 0.01 * wv[t]) << "update " << t;
  EXPECT_EQ(
      support::history(started("lccf", with(end, {{"update-order", "wv"}}), X_.get(), W, V).get()),
      wv)
      << "W, V is what `final` means";
}

TEST_F(Concept, cf_is_lccf_without_the_graph) {
  for (const Settings &settings :
       {Settings{}, Settings{{"normalization", "none"}, {"update-order", "wv"}},
        Settings{{"ncw", "full"}},
        Settings{{"readout", "cosine-kmeans"}, {"precision", "float"}}}) {
    const auto cf = fitted("cf", with(settings, {{"update", "mu"}})),
               lccf = fitted("lccf", with(settings, {{"lambda", "0"}}));
    EXPECT_EQ(support::labels(cf.get()), support::labels(lccf.get()));
    EXPECT_EQ(support::memberships(cf.get()), support::memberships(lccf.get()));
    EXPECT_EQ(support::associations(cf.get()), support::associations(lccf.get()));
    EXPECT_EQ(support::history(cf.get()), support::history(lccf.get()));
  }
}

TEST_F(Concept, permuting_the_documents_permutes_the_result) {
  std::vector<int64_t> from(static_cast<size_t>(corpus_.n));  // new row i is old row from[i]
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<int64_t>((i * 37 + 11) % from.size());
  const api::Corpus first = without_ties();
  api::Corpus second = first;
  second.indptr = {0}, second.indices.clear(), second.values.clear();
  const Values W = random_factor(3), V = random_factor(4);
  Values W2, V2;
  for (const int64_t i : from) {
    const auto begin = corpus_.indptr[static_cast<size_t>(i)],
               end = corpus_.indptr[static_cast<size_t>(i) + 1];
    second.indices.insert(second.indices.end(), corpus_.indices.begin() + begin,
                          corpus_.indices.begin() + end);
    second.values.insert(second.values.end(), first.values.begin() + begin,
                         first.values.begin() + end);
    second.indptr.push_back(static_cast<int64_t>(second.indices.size()));
    W2.insert(W2.end(), W.begin() + i * k, W.begin() + (i + 1) * k);
    V2.insert(V2.end(), V.begin() + i * k, V.begin() + (i + 1) * k);
  }
  const auto X1 = api::csr(context_.get(), first), X2 = api::csr(context_.get(), second);
  for (const std::string &mode : normalizations) {
    const Settings settings = {{"normalization", mode},
                               {"ncw", "full"},
                               {"readout", "argmax"},
                               {"max-iterations", "30"},
                               {"tolerance", "0"}};
    const auto one = started("lccf", settings, X1.get(), W, V),
               two = started("lccf", settings, X2.get(), W2, V2);
    const Values V1 = support::memberships(one.get());
    Values permuted;
    for (const int64_t i : from)
      permuted.insert(permuted.end(), V1.begin() + i * k, V1.begin() + (i + 1) * k);
    expect_close(support::memberships(two.get()), permuted, 1e-10, mode);
    for (size_t i = 0; i < from.size(); ++i)
      EXPECT_EQ(support::labels(two.get())[i],
                support::labels(one.get())[static_cast<size_t>(from[i])])
          << mode;
  }
}

TEST_F(Concept, float_agrees_closely_with_double) {
  const Values W = random_factor(5), V = random_factor(6);
  for (const std::string &mode : normalizations) {
    const Settings settings = {{"normalization", mode},
                               {"readout", "argmax"},
                               {"max-iterations", "20"},
                               {"tolerance", "0"}};
    const auto exact = started("lccf", settings, X_.get(), W, V);
    const auto rounded = started("lccf", with(settings, {{"precision", "float"}}), X_.get(), W, V);
    expect_close(support::memberships(rounded.get()), support::memberships(exact.get()), 1e-3,
                 mode);
    EXPECT_EQ(support::labels(rounded.get()), support::labels(exact.get())) << mode;
  }
}

TEST_F(Concept, threads_change_no_bit) {
  const api::Corpus large = api::corpus(3500, 3000, 6);  // several blocks of partial sums
  const auto X = api::csr(context_.get(), large);
  for (const Settings &mode :
       {Settings{}, Settings{{"precision", "float"}, {"normalization", "final"}},
        Settings{{"start", "kmeans"}, {"ncw", "full"}}}) {
    const Settings settings =
        with(mode, {{"max-iterations", "5"}, {"restarts", "2"}, {"trial-iterations", "2"}});
    const auto one = fitted("lccf", settings, X.get());
    for (const std::string threads : {"2", "5"}) {
      const auto many = fitted("lccf", with(settings, {{"threads", threads}}), X.get());
      EXPECT_EQ(api::bytes(context_.get(), many.get()), api::bytes(context_.get(), one.get()))
          << threads;
    }
  }
}

TEST_F(Concept, given_factors_are_the_start) {
  const Values W = random_factor(7), V = random_factor(8);
  const Settings still = {{"max-iterations", "0"}, {"normalization", "none"}};
  const auto model = started("lccf", still, X_.get(), W, V);
  EXPECT_EQ(support::associations(model.get()), W);
  EXPECT_EQ(support::memberships(model.get()), V);
  EXPECT_EQ(support::history(model.get()).size(), 1U);
  EXPECT_EQ(manifact_model_iterations(model.get()), 0);
  EXPECT_EQ(manifact_model_converged(model.get()), 0);
  EXPECT_STREQ(manifact_model_option(model.get(), "start"), "given");
}

TEST_F(Concept, without_W_it_is_V_with_columns_summing_to_one) {
  const Values V = random_factor(9);
  const auto solver =
      support::solver(context_.get(), "cf", {{"max-iterations", "0"}, {"normalization", "none"}});
  ASSERT_EQ(manifact_solver_set_start_factors(solver.get(), nullptr, V.data(), corpus_.n, k),
            MANIFACT_OK);
  const auto model = support::fit(solver.get(), X_.get(), k);
  Values right = V;
  for (size_t c = 0; c < k; ++c) {
    double sum = 0;
    for (size_t e = c; e < V.size(); e += k) sum += V[e];
    for (size_t e = c; e < V.size(); e += k) right[e] /= sum;
  }
  EXPECT_EQ(support::memberships(model.get()), V);
  expect_close(support::associations(model.get()), right, 1e-15, "W");
}

TEST_F(Concept, given_labels_are_the_start) {
  std::vector<int32_t> labels(static_cast<size_t>(corpus_.n));
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int32_t>(i % 4) - 1;
  const auto solver =
      support::solver(context_.get(), "lccf", {{"max-iterations", "0"}, {"normalization", "none"}});
  ASSERT_EQ(manifact_solver_set_start_labels(solver.get(), labels.data(), corpus_.n), MANIFACT_OK);
  const auto V = support::memberships(support::fit(solver.get(), X_.get(), k).get());
  for (size_t i = 0; i < labels.size(); ++i)
    for (size_t c = 0; c < k; ++c)
      EXPECT_DOUBLE_EQ(V[i * k + c], 0.2 + (labels[i] < 0                          ? 1.0 / k
                                            : labels[i] == static_cast<int32_t>(c) ? 1
                                                                                   : 0))
          << i;
}

TEST_F(Concept, start_kmeans_begins_from_the_clusters_of_spherical_kmeans) {
  const auto model = fitted(
      "cf",
      {{"start", "kmeans"}, {"max-iterations", "0"}, {"restarts", "1"}, {"normalization", "none"}});
  EXPECT_EQ(api::accuracy(context_.get(), corpus_, model.get()), 1);
  for (const double x : support::memberships(model.get()))
    EXPECT_TRUE(std::fabs(x - 0.2) < 1e-15 || std::fabs(x - 1.2) < 1e-15) << x;
}

TEST_F(Concept, more_restarts_never_end_higher) {
  // The trials of ten starts include those of one.
  const Settings trials = {{"trial-iterations", "30"}, {"max-iterations", "0"}, {"tolerance", "0"}};
  double before = INFINITY;
  for (const std::string restarts : {"2", "4", "8"}) {
    const auto model = fitted("lccf", with(trials, {{"restarts", restarts}}));
    EXPECT_LE(support::history(model.get()).back(), before) << restarts;
    before = support::history(model.get()).back();
  }
}

// Two groups far from the origin: the mean holds nearly all of |X|^2, M is close to singular, and a
// hundred updates do not solve for V.
TEST_F(Concept, a_fit_of_dense_data_has_the_memberships_that_assign_gives) {
  constexpr int64_t n = 60, m = 4;
  Values rows(static_cast<size_t>(n * m));
  for (size_t e = 0; e < rows.size(); ++e)
    rows[e] = 100 + (e / m % 2 == 0 ? 1.0 : -1.0) + 0.5 * std::sin(static_cast<double>(7 * e));
  const support::Matrix X = support::matrix(context_.get(), n, m, rows);
  for (const Settings &settings : {Settings{}, Settings{{"readout", "argmax"}}}) {
    const support::Model model = fitted("cf", settings, X.get());
    std::vector<int32_t> labels(static_cast<size_t>(n));
    ASSERT_EQ(
        manifact_model_assign(context_.get(), model.get(), X.get(), labels.data(), nullptr, n),
        MANIFACT_OK);
    EXPECT_EQ(labels, support::labels(model.get()));
  }
}

}  // namespace
