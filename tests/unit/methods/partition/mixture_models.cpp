// gmm and asi through the public API.
#include <cmath>
#include <limits>
#include <set>

#include "runtime/rng.hpp"
#include "support/corpus.hpp"

namespace {

class MixtureModel : public testing::TestWithParam<const char *> {
 protected:
  support::Settings settings() const {
    support::Settings some = {{"covariance", GetParam()}};
    return some;
  }
  api::Corpus corpus_ = api::corpus(90, 60, 3);
  support::Context context_ = support::context();
  support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_P(MixtureModel, memberships_are_posteriors_and_new_documents_get_their_own) {
  for (const char *precision : {"double", "float"}) {
    support::Settings all = settings();
    all.emplace_back("precision", precision);
    const support::Model model = api::fit(context_.get(), "gmm", all, X_.get(), 3);
    const std::vector<double> V = support::memberships(model.get());
    const std::vector<int32_t> labels = support::labels(model.get());
    const auto n = static_cast<std::size_t>(corpus_.n);
    std::vector<int32_t> one(n), two(n);
    std::vector<double> P(3 * n), Q(3 * n);
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), one.data(), P.data(),
                                    corpus_.n),
              MANIFACT_OK);
    EXPECT_EQ(one, labels);
    bool soft = false;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0, most = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        const double v = V[3 * i + c];
        EXPECT_NEAR(v, P[3 * i + c], precision[0] == 'd' ? 1e-9 : 1e-3);
        sum += v;
        most = std::max(most, v);
        soft = soft || (v > 0 && v < 0.5);
      }
      EXPECT_NEAR(sum, 1, 1e-6);
      EXPECT_EQ(V[3 * i + static_cast<std::size_t>(labels[i])], most);
    }
    if (precision[0] == 'd') {
      EXPECT_TRUE(soft) << "no one-hot rows: another cluster has a share, however small";
    }
    const support::Model loaded =
        api::load(context_.get(), api::bytes(context_.get(), model.get()));
    ASSERT_EQ(manifact_model_assign(context_.get(), loaded.get(), X_.get(), two.data(), Q.data(),
                                    corpus_.n),
              MANIFACT_OK);
    EXPECT_EQ(one, two);
    EXPECT_EQ(P, Q);
    EXPECT_NEAR(-manifact_model_objective(model.get()),
                std::stod(support::diagnostic(model.get(), "log_likelihood")), 1e-9);
  }
}

TEST_P(MixtureModel,
       points_far_from_the_origin_are_assigned_as_they_were_fitted_in_either_precision) {
  manifact::Rng rng(3);
  std::vector<double> X(90 * 4);
  for (std::size_t i = 0; i < 90; ++i)
    for (std::size_t j = 0; j < 4; ++j) X[4 * i + j] = 500 + (i % 3 == j ? 10 : 0) + rng.uniform();
  const support::Matrix matrix = support::matrix(context_.get(), 90, 4, X);
  for (const char *precision : {"double", "float"}) {
    support::Settings all = settings();
    all.emplace_back("precision", precision);
    all.emplace_back("weighting", "none");
    all.emplace_back("scaling", "none");
    const support::Model model = api::fit(context_.get(), "gmm", all, matrix.get(), 3);
    std::vector<int32_t> labels(90);
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), matrix.get(), labels.data(),
                                    nullptr, 90),
              MANIFACT_OK)
        << precision;
    EXPECT_EQ(labels, support::labels(model.get())) << precision;
    for (std::size_t i = 3; i < 90; ++i) EXPECT_EQ(labels[i], labels[i % 3]) << precision << i;
    EXPECT_EQ(std::set<int32_t>(labels.begin(), labels.end()).size(), 3u) << precision;
  }
}

TEST_P(MixtureModel, what_meets_no_known_feature_is_unassigned) {
  std::vector<double> X(20 * 8);
  for (std::size_t i = 0; i < 20; ++i)
    X[i * 8 + i % 3] = 1 + static_cast<double>(i % 5),
                  X[i * 8 + 3 + i % 4] = 2;  // the last feature belongs to no group
  const support::Matrix matrix = support::matrix(context_.get(), 20, 8, X, true);
  support::Settings all = settings();
  all.emplace_back("weighting", "none");
  const support::Model model = api::fit(context_.get(), "gmm", all, matrix.get(), 3);
  const support::Matrix fresh =
      support::matrix(context_.get(), 2, 8, {0, 0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 0, 5}, true);
  int32_t labels[2];
  double P[6];
  ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), fresh.get(), labels, P, 2),
            MANIFACT_OK);
  EXPECT_EQ(labels[0], -1);
  for (int c = 0; c < 3; ++c) EXPECT_EQ(P[c], 0);
  EXPECT_GE(labels[1], 0);
}

TEST_P(MixtureModel, more_components_than_the_data_have_are_left_out) {
  support::Settings all = settings();
  all.emplace_back("components", "100000");
  const support::Model model = api::fit(context_.get(), "gmm", all, X_.get(), 3);
  EXPECT_LE(std::stoi(support::diagnostic(model.get(), "components")), 60);
  EXPECT_NEAR(std::stod(support::diagnostic(model.get(), "components_share")), 1, 1e-6);
}

// Points far from the origin: the common offset does not separate them.
void far_points(const char *method, const support::Settings &settings) {
  const support::Context context = support::context();
  for (const double offset : {0.0, 1e3, 1e7}) {
    const std::size_t n = 90;
    std::vector<double> X(n * 4);
    manifact::Rng rng(8);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        X[i * 4 + j] = offset + (j == i % 3 ? 5.0 : 0.0) + rng.uniform();
    const support::Matrix matrix = support::matrix(context.get(), static_cast<int64_t>(n), 4, X);
    const support::Model model = api::fit(context.get(), method, settings, matrix.get(), 3);
    const std::vector<int32_t> labels = support::labels(model.get());
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_EQ(labels[i], labels[i % 3]) << method << ", " << offset << ", " << i;
    EXPECT_EQ((std::set<int32_t>{labels[0], labels[1], labels[2]}.size()), 3u)
        << method << ", " << offset;
    EXPECT_GT(std::stod(support::diagnostic(model.get(), "components_share")), 0.9);
    EXPECT_LE(std::stod(support::diagnostic(model.get(), "components_share")), 1 + 1e-6);
    std::vector<int32_t> assigned(n), again(n);
    ASSERT_EQ(manifact_model_assign(context.get(), model.get(), matrix.get(), assigned.data(),
                                    nullptr, static_cast<int64_t>(n)),
              MANIFACT_OK);
    EXPECT_EQ(assigned, labels) << method << ", " << offset;
    const support::Model loaded = api::load(context.get(), api::bytes(context.get(), model.get()));
    ASSERT_EQ(manifact_model_assign(context.get(), loaded.get(), matrix.get(), again.data(),
                                    nullptr, static_cast<int64_t>(n)),
              MANIFACT_OK);
    EXPECT_EQ(again, labels) << method << ", " << offset;
  }
}

TEST_P(MixtureModel, points_far_from_the_origin_are_separated) { far_points("gmm", settings()); }

TEST_P(MixtureModel, a_budget_counts_all_that_is_held) {
  support::Settings all = settings();
  // One block of vectors takes 1.0 MB here; all of them, and the coordinates of the mixture, take
  // 4.
  const support::Matrix X = api::csr(context_.get(), api::corpus(2000, 60, 3));
  for (const auto &[budget, fits] : {std::pair{"2000000", false}, std::pair{"8000000", true}}) {
    support::Settings some = all;
    some.emplace_back("memory-budget", budget);
    some.emplace_back("components", "50");
    some.emplace_back("max-iterations", "2");
    const support::Solver s = support::solver(context_.get(), "gmm", some);
    manifact_model *out = nullptr;
    const int status = manifact_solver_fit(s.get(), X.get(), 3, &out);
    EXPECT_TRUE(fits ? status >= 0 : status == MANIFACT_ERROR_BUDGET)
        << budget << ": " << status << " " << manifact_solver_message(s.get());
    manifact_model_free(out);
  }
}

INSTANTIATE_TEST_SUITE_P(Covariance, MixtureModel, testing::Values("diagonal", "shared"),
                         [](const auto &each) { return std::string(each.param); });

// The numbers that docs/methods/gmm.md and asi.md state.
TEST(SubspaceModel, components_by_default_depend_on_the_clusters_and_the_kind_of_data) {
  struct Case {
    const char *method;
    bool dense;
    int64_t k;
    const char *components;
  };
  constexpr Case cases[] = {{"gmm", false, 3, "10"},  {"gmm", false, 40, "40"},
                            {"gmm", true, 3, "30"},   {"gmm", true, 40, "40"},
                            {"asi", false, 3, "100"}, {"asi", false, 40, "160"},
                            {"asi", true, 3, "50"},   {"asi", true, 40, "160"}};
  const support::Context context = support::context();
  const api::Corpus corpus = api::corpus(300, 240, 3);
  std::vector<double> points(300 * 240);
  manifact::Rng rng(5);
  for (double &x : points) x = rng.uniform();
  const support::Matrix text = api::csr(context.get(), corpus),
                        dense = support::matrix(context.get(), 300, 240, points);
  for (const Case &each : cases) {
    const support::Model model =
        api::fit(context.get(), each.method, {{"max-iterations", "2"}, {"restarts", "1"}},
                 (each.dense ? dense : text).get(), each.k);
    EXPECT_EQ(support::diagnostic(model.get(), "components"), each.components)
        << each.method << (each.dense ? ", dense, " : ", sparse, ") << each.k;
  }
}

TEST(SubspaceModel, points_far_from_the_origin_are_separated) { far_points("asi", {}); }

TEST(SubspaceModel, documents_that_are_all_equal_are_one_cluster) {
  const support::Context context = support::context();
  const support::Matrix X =
      support::matrix(context.get(), 4, 3, {7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9});
  for (const char *method : {"asi", "gmm"}) {
    const support::Model model = api::fit(context.get(), method, {}, X.get(), 1);
    EXPECT_EQ(support::labels(model.get()), std::vector<int32_t>(4, 0)) << method;
  }
}

TEST(SubspaceModel, is_reported_as_reconstructed_and_keeps_its_training_documents) {
  const api::Corpus corpus = api::corpus(90, 60, 3);
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), corpus);
  for (const char *precision : {"double", "float"}) {
    const support::Model model =
        api::fit(context.get(), "asi", {{"precision", precision}}, X.get(), 3);
    EXPECT_EQ(manifact_model_converged(model.get()), 1);
    EXPECT_EQ(api::accuracy(context.get(), corpus, model.get()), 1);
    std::vector<int32_t> labels(static_cast<std::size_t>(corpus.n));
    ASSERT_EQ(manifact_model_assign(context.get(), model.get(), X.get(), labels.data(), nullptr,
                                    corpus.n),
              MANIFACT_OK);
    EXPECT_EQ(labels, support::labels(model.get()));
    const std::vector<double> history = support::history(model.get());
    for (std::size_t t = 1; t < history.size(); ++t)
      EXPECT_LE(history[t], history[t - 1] + 1e-9 * std::fabs(history[t - 1]));
  }
  bool said = false;
  for (int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr, *summary = nullptr, *reference = nullptr;
    ASSERT_EQ(manifact_method_info(i, &name, &summary, &reference), MANIFACT_OK);
    if (std::string(name) == "asi")
      said = std::string(summary).find("reconstructed") != std::string::npos &&
             std::string(reference).find("reconstructed") != std::string::npos;
  }
  EXPECT_TRUE(said);
}

}  // namespace
