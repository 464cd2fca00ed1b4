// kmeans and spherical-kmeans through the public API.
#include <cmath>

#include "support/corpus.hpp"

namespace {

using support::Settings;
using Values = std::vector<double>;

class KMeansModel : public testing::TestWithParam<const char *> {
 protected:
  support::Model fitted(const manifact_matrix *X, int64_t k, const Settings &settings = {}) {
    return support::fit(support::solver(context_.get(), GetParam(), settings).get(), X, k);
  }
  bool spherical() const { return GetParam() == std::string("spherical-kmeans"); }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus();
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

// n x 2 points without weighting or scaling.
Values grid(size_t n) {
  Values values;
  for (size_t i = 0; i < n; ++i) {
    values.push_back(1 + std::fmod(static_cast<double>(i) * 0.618034, 1.0));
    values.push_back(std::fmod(static_cast<double>(i) * 0.754878, 1.0));
  }
  return values;
}

TEST_P(KMeansModel, planted_topics_are_found) {
  EXPECT_EQ(api::accuracy(context_.get(), corpus_, fitted(X_.get(), 3).get()), 1);
}

TEST_P(KMeansModel, history_falls_to_a_fixed_point) {
  const auto X = support::matrix(context_.get(), 200, 2, grid(200));
  const auto model = fitted(X.get(), 8, {{"restarts", "1"}, {"tolerance", "0"}});
  const auto history = support::history(model.get());
  EXPECT_GT(history.size(), 3U);
  for (size_t t = 1; t < history.size(); ++t)
    EXPECT_LE(history[t], history[t - 1] * (1 + 1e-12)) << "round " << t;
  EXPECT_EQ(manifact_model_converged(model.get()), 1);
  EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_OK);
  EXPECT_EQ(manifact_model_objective(model.get()), history.back());
}

TEST_P(KMeansModel, stops_honestly_at_its_limit) {
  const auto X = support::matrix(context_.get(), 200, 2, grid(200));
  const auto model = fitted(X.get(), 8, {{"restarts", "1"}, {"max-iterations", "2"}});
  EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_ITERATION_LIMIT);
  EXPECT_EQ(manifact_model_converged(model.get()), 0);
  EXPECT_EQ(manifact_model_iterations(model.get()), 2);
}

TEST_P(KMeansModel, more_restarts_never_end_higher) {
  const auto X = support::matrix(context_.get(), 200, 2, grid(200));
  double before = INFINITY;
  for (const std::string restarts : {"1", "3", "10", "30"}) {
    const double objective =
        manifact_model_objective(fitted(X.get(), 12, {{"restarts", restarts}}).get());
    EXPECT_LE(objective, before * (1 + 1e-12)) << restarts;
    before = objective;
  }
}

TEST_P(KMeansModel, memberships_are_one_hot_and_sizes_count_them) {
  const auto model = fitted(X_.get(), 3);
  const auto labels = support::labels(model.get());
  const auto memberships = support::memberships(model.get());
  for (size_t i = 0; i < labels.size(); ++i)
    for (int32_t c = 0; c < 3; ++c)
      EXPECT_EQ(memberships[i * 3 + static_cast<size_t>(c)], labels[i] == c ? 1 : 0);
  for (int32_t c = 0; c < 3; ++c)
    EXPECT_EQ(manifact_model_sizes(model.get())[c], std::count(labels.begin(), labels.end(), c));
  EXPECT_EQ(manifact_model_associations(model.get()), nullptr);
}

TEST_P(KMeansModel, training_documents_are_assigned_to_their_own_clusters) {
  for (const Settings &settings :
       {Settings{}, Settings{{"weighting", "none"}},
        Settings{{"weighting", "none"}, {"scaling", "none"}},
        Settings{{"weighting", "log-tfidf"}, {"restarts", "1"}, {"max-iterations", "1"}}}) {
    const auto model = fitted(X_.get(), 4, settings);
    std::vector<int32_t> labels(static_cast<size_t>(corpus_.n));
    Values memberships(labels.size() * 4);
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), labels.data(),
                                    memberships.data(), corpus_.n),
              MANIFACT_OK);
    EXPECT_EQ(labels, support::labels(model.get()));
    EXPECT_EQ(memberships, support::memberships(model.get()));
  }
}

TEST_P(KMeansModel, documents_of_unknown_features_are_not_assigned) {
  // The last feature is in no training document.
  const auto X =
      support::matrix(context_.get(), 4, 3, {2.5, 1, 0, 2, 1, 0, 1, 2.5, 0, 1, 3, 0}, true);
  const auto fresh =
      support::matrix(context_.get(), 4, 3, {0, 0, 7, 0, 0, 0, 3, 1, 7, 0, 5, 0}, true);
  const auto model = fitted(X.get(), 2);
  std::vector<int32_t> labels(4);
  ASSERT_EQ(
      manifact_model_assign(context_.get(), model.get(), fresh.get(), labels.data(), nullptr, 4),
      MANIFACT_OK);
  const auto old = support::labels(model.get());
  EXPECT_EQ(labels, (std::vector<int32_t>{-1, -1, old[0], old[2]}));
}

TEST_P(KMeansModel, start_labels_are_the_start) {
  const auto X =
      support::matrix(context_.get(), 6, 2, {1, 0, 1, 0.2, 1.1, 0.1, 0, 1, 0.2, 1, 0.1, 1.1});
  const auto solver = support::solver(context_.get(), GetParam(), {{"max-iterations", "0"}});
  // Cluster 1 is the first two points: their center without a round would attract the third; the
  // others stay in cluster 0.
  const int32_t labels[] = {1, 1, -1, 0, 0, -1};
  ASSERT_EQ(manifact_solver_set_start_labels(solver.get(), labels, 6), MANIFACT_OK);
  const auto model = support::fit(solver.get(), X.get(), 2);
  EXPECT_EQ(support::labels(model.get()), (std::vector<int32_t>{1, 1, 1, 0, 0, 0}));
  EXPECT_EQ(manifact_model_iterations(model.get()), 0);
}

TEST_P(KMeansModel, threads_change_no_bit) {
  const api::Corpus large = api::corpus(2500, 500, 6);
  const auto X = api::csr(context_.get(), large);
  const Settings settings = {{"restarts", "2"}, {"max-iterations", "5"}};
  const std::string one = api::bytes(context_.get(), fitted(X.get(), 6, settings).get());
  for (const std::string threads : {"2", "5"}) {
    const auto many =
        fitted(X.get(), 6, {{"restarts", "2"}, {"max-iterations", "5"}, {"threads", threads}});
    EXPECT_EQ(api::bytes(context_.get(), many.get()), one) << threads;
  }
}

TEST_P(KMeansModel, a_dense_row_of_zeros_is_a_point_of_kmeans_only) {
  const auto X = support::matrix(context_.get(), 4, 2, {0, 0, 5, 5.5, 5.2, 5, 0, 0});
  const auto model = fitted(X.get(), 2);
  const auto labels = support::labels(model.get());
  EXPECT_EQ(labels[0], labels[3]);
  if (spherical()) {
    EXPECT_EQ(labels[0], -1);
    EXPECT_NE(support::warnings(model.get()).find("2 of 4 rows are empty"), std::string::npos);
  } else {
    EXPECT_EQ(manifact_model_clusters(model.get()), 2);
    EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_OK);
    EXPECT_EQ(labels[1], labels[2]);
    EXPECT_EQ(labels[0] + labels[1], 1) << "a cluster of its own";
    EXPECT_EQ(support::warnings(model.get()), "");
    int32_t again[4];
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X.get(), again, nullptr, 4),
              MANIFACT_OK);
    EXPECT_EQ(std::vector<int32_t>(again, again + 4), labels);
  }
}

TEST_P(KMeansModel, fewer_distinct_documents_than_clusters) {
  const Values values = {1, 2.5, 0, 1, 2.5, 0, 0, 1, 3.5, 0, 0, 0, 0, 1, 3.5};
  const auto model = fitted(support::matrix(context_.get(), 5, 3, values, true).get(), 4);
  EXPECT_EQ(manifact_model_clusters(model.get()), 2);
  EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_FEWER_CLUSTERS);
  EXPECT_NE(support::warnings(model.get()).find("n_clusters reduced from 4 to 2"),
            std::string::npos)
      << support::warnings(model.get());
  EXPECT_EQ(support::labels(model.get())[3], -1);
}

TEST_P(KMeansModel, signed_data_is_accepted) {
  const auto X = support::matrix(context_.get(), 4, 2, {-3, -1, -3.3, -1, 2, 1.5, 2.2, 1.6});
  const auto labels = support::labels(fitted(X.get(), 2).get());
  EXPECT_EQ(labels[0], labels[1]);
  EXPECT_EQ(labels[2], labels[3]);
  EXPECT_NE(labels[0], labels[2]);
}

TEST_P(KMeansModel, float_finds_the_same_clusters) {
  const auto exact = fitted(X_.get(), 3), rounded = fitted(X_.get(), 3, {{"precision", "float"}});
  EXPECT_EQ(support::labels(rounded.get()), support::labels(exact.get()));
  EXPECT_NEAR(manifact_model_objective(rounded.get()), manifact_model_objective(exact.get()),
              1e-4 * manifact_model_objective(exact.get()));
}

// A document of weight g^2 counts as g^2 documents: (K 1)^-1/2 squared by hand.
TEST_P(KMeansModel, document_weights_are_in_the_objective) {
  const std::vector<double> X = {3, 1, 0, 2, 2, 0, 4, 0, 1, 0, 3, 3, 1, 0, 5, 0, 1, 4};
  const auto context = support::context();
  const auto matrix = support::matrix(context.get(), 6, 3, X);
  const auto solver = support::solver(context.get(), GetParam(), {{"ncw", "unit-graph"}});
  const auto model = support::fit(solver.get(), matrix.get(), 2);
  const std::vector<std::int32_t> labels = support::labels(model.get());
  double mass[6], center[2][3] = {}, all[2] = {}, objective = 0;
  for (int i = 0; i < 6; ++i) {
    double sum = 0;
    for (int j = 0; j < 6; ++j)
      for (int t = 0; t < 3; ++t)
        sum += X[static_cast<std::size_t>(3 * i + t)] * X[static_cast<std::size_t>(3 * j + t)];
    mass[i] = 1 / sum;
  }
  const auto row = [&](int i, int t) {
    double square = 0;
    for (int s = 0; s < 3; ++s)
      square += X[static_cast<std::size_t>(3 * i + s)] * X[static_cast<std::size_t>(3 * i + s)];
    return X[static_cast<std::size_t>(3 * i + t)] / (spherical() ? std::sqrt(square) : 1);
  };
  for (int i = 0; i < 6; ++i) {
    all[labels[static_cast<std::size_t>(i)]] += mass[i];
    for (int t = 0; t < 3; ++t)
      center[labels[static_cast<std::size_t>(i)]][t] += mass[i] * row(i, t);
  }
  for (int c = 0; c < 2; ++c) {
    double square = 0;
    for (double &x : center[c]) x /= all[c], square += x * x;
    for (double &x : center[c]) x /= spherical() ? std::sqrt(square) : 1;
  }
  for (int i = 0; i < 6; ++i) {
    double distance = 0;
    for (int t = 0; t < 3; ++t)
      distance += std::pow(row(i, t) - center[labels[static_cast<std::size_t>(i)]][t], 2);
    objective += mass[i] * distance / (spherical() ? 2 : 1);  // 1 - cos of unit vectors
  }
  EXPECT_NEAR(manifact_model_objective(model.get()), objective, 1e-12);
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "ncw", "full"), MANIFACT_ERROR_OPTION)
      << "there is no graph";
}

INSTANTIATE_TEST_SUITE_P(, KMeansModel, testing::Values("kmeans", "spherical-kmeans"),
                         [](const testing::TestParamInfo<const char *> &method) {
                           return method.param[0] == 'k' ? "kmeans" : "spherical_kmeans";
                         });

}  // namespace
