// gmm and asi from data to model, through the public API.
#include <cmath>
#include <limits>

#include "api_corpus.hpp"

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
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), one.data(), P.data(), corpus_.n), MANIFACT_OK);
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
    const support::Model loaded = api::load(context_.get(), api::bytes(context_.get(), model.get()));
    ASSERT_EQ(manifact_model_assign(context_.get(), loaded.get(), X_.get(), two.data(), Q.data(), corpus_.n), MANIFACT_OK);
    EXPECT_EQ(one, two);
    EXPECT_EQ(P, Q);
    EXPECT_NEAR(-manifact_model_objective(model.get()), std::stod(support::diagnostic(model.get(), "log_likelihood")), 1e-9);
  }
}

TEST_P(MixtureModel, what_meets_no_known_feature_is_unassigned) {
  std::vector<double> X(20 * 8);
  for (std::size_t i = 0; i < 20; ++i) X[i * 8 + i % 3] = 1 + static_cast<double>(i % 5), X[i * 8 + 3 + i % 4] = 2;  // the last feature is nobody's
  const support::Matrix matrix = support::matrix(context_.get(), 20, 8, X, true);
  support::Settings all = settings();
  all.emplace_back("weighting", "none");
  const support::Model model = api::fit(context_.get(), "gmm", all, matrix.get(), 3);
  const support::Matrix fresh = support::matrix(context_.get(), 2, 8, {0, 0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 0, 5}, true);
  int32_t labels[2];
  double P[6];
  ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), fresh.get(), labels, P, 2), MANIFACT_OK);
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

INSTANTIATE_TEST_SUITE_P(Covariance, MixtureModel, testing::Values("diagonal", "shared"), [](const auto &each) { return std::string(each.param); });

TEST(SubspaceModel, is_said_to_be_reconstructed_and_keeps_its_training_documents) {
  const api::Corpus corpus = api::corpus(90, 60, 3);
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), corpus);
  for (const char *precision : {"double", "float"}) {
    const support::Model model = api::fit(context.get(), "asi", {{"precision", precision}}, X.get(), 3);
    EXPECT_EQ(manifact_model_converged(model.get()), 1);
    EXPECT_EQ(api::accuracy(context.get(), corpus, model.get()), 1);
    std::vector<int32_t> labels(static_cast<std::size_t>(corpus.n));
    ASSERT_EQ(manifact_model_assign(context.get(), model.get(), X.get(), labels.data(), nullptr, corpus.n), MANIFACT_OK);
    EXPECT_EQ(labels, support::labels(model.get()));
    const std::vector<double> history = support::history(model.get());
    for (std::size_t t = 1; t < history.size(); ++t) EXPECT_LE(history[t], history[t - 1] + 1e-9 * std::fabs(history[t - 1]));
  }
  bool said = false;
  for (int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr, *summary = nullptr, *reference = nullptr;
    ASSERT_EQ(manifact_method_info(i, &name, &summary, &reference), MANIFACT_OK);
    if (std::string(name) == "asi") said = std::string(summary).find("reconstructed") != std::string::npos && std::string(reference).find("reconstructed") != std::string::npos;
  }
  EXPECT_TRUE(said);
}

}  // namespace
