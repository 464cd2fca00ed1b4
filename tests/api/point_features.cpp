// What the report shows of points: features by cluster, places on a scatter plot, distances.
#include <algorithm>
#include <cmath>
#include <random>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"
#include "support/text_data.hpp"

namespace {

using Values = std::vector<double>;

class PointFeatures : public testing::Test {
 protected:
  struct Found {
    Values means, scores, overall, places, distances, axes, shares;
  };

  support::Model fit(const manifact_matrix *X, int64_t k, const support::Settings &settings = {},
                     const std::string &method = "kmeans") {
    return support::fit(support::solver(context_.get(), method, settings).get(), X, k);
  }
  int features(const manifact_model *model, const manifact_matrix *X, Found &found) {
    const int64_t m = manifact_model_features(model), k = manifact_model_clusters(model);
    found.means = found.scores = Values(static_cast<size_t>(m * k));
    found.overall = Values(static_cast<size_t>(2 * m));
    return manifact_model_point_features(context_.get(), model, X, found.means.data(),
                                         found.scores.data(), found.overall.data(), m, k);
  }
  int scatter(const manifact_model *model, const manifact_matrix *X, Found &found) {
    const int64_t n = manifact_model_documents(model), m = manifact_model_features(model);
    found.places = Values(static_cast<size_t>(2 * n));
    found.distances = Values(static_cast<size_t>(n));
    found.axes = Values(static_cast<size_t>(2 * m));
    found.shares = Values(2);
    return manifact_model_scatter(context_.get(), model, X, found.places.data(),
                                  found.distances.data(), n, found.axes.data(), found.shares.data(),
                                  m);
  }
  Found all(const manifact_model *model, const manifact_matrix *X = nullptr) {
    Found found;
    EXPECT_EQ(features(model, X, found), MANIFACT_OK) << manifact_context_message(context_.get());
    EXPECT_EQ(scatter(model, X, found), MANIFACT_OK) << manifact_context_message(context_.get());
    return found;
  }
  static void expect_near(const Values &found, const Values &right, double off = 1e-12) {
    ASSERT_EQ(found.size(), right.size());
    for (size_t i = 0; i < right.size(); ++i) EXPECT_NEAR(found[i], right[i], off) << i;
  }

  const support::Context context_ = support::context();
};

// Two clusters of two rows: means 1, 10 and 11, 22; of all 6, 16, deviations sqrt(26), sqrt(38).
TEST_F(PointFeatures, means_and_scores_are_those_of_the_values_as_given) {
  const Values rows{0, 10, 2, 10, 10, 20, 12, 24};
  const double z0 = 5 / std::sqrt(26), z1 = 6 / std::sqrt(38);
  for (const char *scaling : {"none", "z-score", "min-max"}) {
    const auto X = support::matrix(context_.get(), 4, 2, rows);
    const auto model = fit(X.get(), 2, {{"scaling", scaling}, {"restarts", "10"}});
    const std::vector<int32_t> labels = support::labels(model.get());
    ASSERT_EQ(labels[0], labels[1]);
    ASSERT_EQ(labels[2], labels[3]);
    const Found found = all(model.get());
    const bool first = labels[0] == 0;
    expect_near(found.means, first ? Values{1, 11, 10, 22} : Values{11, 1, 22, 10});
    expect_near(found.scores, first ? Values{-z0, z0, -z1, z1} : Values{z0, -z0, z1, -z1});
    expect_near(found.overall, {6, std::sqrt(26), 16, std::sqrt(38)});
    // Two features: the axes themselves.
    expect_near(found.places, rows);
    expect_near(found.axes, {1, 0, 0, 1});
    EXPECT_NEAR(found.shares[0] + found.shares[1], 1, 1e-12);
    if (scaling == std::string("none")) {
      expect_near(found.distances, {1, 1, std::sqrt(5), std::sqrt(5)}, 1e-9);
      expect_near(found.shares, {26 / 64.0, 38 / 64.0});
    }
  }
}

TEST_F(PointFeatures, a_shift_by_a_large_number_and_a_scale_change_no_score) {
  std::mt19937 random(2);
  std::normal_distribution<double> noise;
  Values rows, moved;
  for (int i = 0; i < 90; ++i)
    for (int j = 0; j < 4; ++j) {
      rows.push_back(std::round(1024 * ((i % 3 == j ? 8 : 0) + noise(random))) / 1024);
      moved.push_back(rows.back() + (j == 3 ? 0 : 1e9));
    }
  const auto X = support::matrix(context_.get(), 90, 4, rows),
             Y = support::matrix(context_.get(), 90, 4, moved);
  const support::Settings scaled{{"scaling", "z-score"}, {"restarts", "10"}};
  const auto plain = fit(X.get(), 3, scaled), far = fit(Y.get(), 3, scaled);
  ASSERT_EQ(support::labels(plain.get()), support::labels(far.get()));
  const Found a = all(plain.get()), b = all(far.get());
  expect_near(b.scores, a.scores, 1e-9);
  expect_near(b.places, a.places, 1e-4);
  expect_near(b.shares, a.shares, 1e-6);
  Values huge;
  for (const double x : rows) huge.push_back(1e300 * x);
  const auto Z = support::matrix(context_.get(), 90, 4, huge);
  const Found c = all(fit(Z.get(), 3).get());
  for (const double x : c.scores) EXPECT_TRUE(std::isfinite(x));
  for (const double x : c.means) EXPECT_TRUE(std::isfinite(x));
}

// Points on the line along (1, 2, -2) / 3, and small steps along (2, 1, 2) / 3.
TEST_F(PointFeatures, more_than_two_features_are_placed_on_principal_axes) {
  Values rows, first, second;
  for (int i = 0; i < 41; ++i) {
    const double t = i - 20, s = i % 2 == 0 ? 0.1 : -0.1;
    for (const auto &[along, across] : {std::pair{1, 2}, {2, 1}, {-2, 2}})
      rows.push_back(1000 + (t * along + s * across) / 3);
    first.push_back(t);
  }
  for (const int threads : {1, 3}) {
    ASSERT_EQ(manifact_context_set_threads(context_.get(), threads), MANIFACT_OK);
    const auto X = support::matrix(context_.get(), 41, 3, rows);
    const auto model = fit(X.get(), 2, {{"scaling", "none"}});
    const Found found = all(model.get());
    for (size_t i = 0; i < 41; ++i) EXPECT_NEAR(found.places[2 * i], first[i], 0.01);
    expect_near(found.axes, {1 / 3.0, 2 / 3.0, 2 / 3.0, 1 / 3.0, -2 / 3.0, 2 / 3.0}, 0.01);
    EXPECT_GT(found.shares[0], 0.9998);
    EXPECT_NEAR(found.shares[0] + found.shares[1], 1, 1e-9);
    const Found again = all(model.get(), X.get());
    EXPECT_EQ(again.places, found.places);
    if (threads == 1) second = found.places;
    EXPECT_EQ(found.places, second);
  }
}

TEST_F(PointFeatures, a_single_value_has_no_score_and_an_empty_cluster_no_mean) {
  const auto X =
      support::matrix(context_.get(), 6, 2, {0.1, 1, 0.1, 2, 0.1, 1, 0.1, 2, 0.1, 1, 0.1, 2});
  const auto model = fit(X.get(), 3);
  const int64_t *const sizes = manifact_model_sizes(model.get());
  const Found found = all(model.get());
  for (size_t c = 0; c < static_cast<size_t>(manifact_model_clusters(model.get())); ++c) {
    EXPECT_EQ(found.scores[c], 0);
    EXPECT_EQ(std::isnan(found.means[c]), sizes[c] == 0);
    if (sizes[c] > 0) {
      EXPECT_EQ(found.means[c], 0.1);
    }
  }
  EXPECT_EQ(found.overall[1], 0);
  EXPECT_EQ(found.shares[0], 0);
}

TEST_F(PointFeatures, one_feature_is_spread_at_random_along_the_other_axis) {
  const auto X = support::matrix(context_.get(), 5, 1, {1, 2, 3, 8, 9});
  const Found found = all(fit(X.get(), 2).get());
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(found.places[2 * i], (Values{1, 2, 3, 8, 9})[i]);
    EXPECT_LE(std::abs(found.places[2 * i + 1]), 1);
  }
  expect_near(found.axes, {1, 0});
  expect_near(found.shares, {1, 0});
}

TEST_F(PointFeatures, other_documents_are_refused) {
  Found found;
  const api::Corpus c = api::corpus(60, 45, 3);
  const support::Matrix counts = api::csr(context_.get(), c);
  const auto of_counts = fit(counts.get(), 3);
  EXPECT_EQ(features(of_counts.get(), nullptr, found), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(scatter(of_counts.get(), counts.get(), found), MANIFACT_ERROR_ARGUMENT);
  EXPECT_NE(std::string(manifact_context_message(context_.get())).find("not points"),
            std::string::npos);
  const auto as_dense = support::matrix(context_.get(), c.n, c.m, support::dense(counts.get()));
  const auto of_dense = fit(as_dense.get(), 3);
  EXPECT_EQ(features(of_dense.get(), nullptr, found), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(features(of_dense.get(), as_dense.get(), found), MANIFACT_ERROR_ARGUMENT);
  const auto X = support::matrix(context_.get(), 4, 2, {0, 10, 2, 10, 10, 20, 12, 40});
  const auto unit = fit(X.get(), 2, {{"scaling", "unit-rows"}});
  EXPECT_EQ(features(unit.get(), nullptr, found), MANIFACT_ERROR_ARGUMENT);
}

TEST_F(PointFeatures, a_model_without_its_rows_needs_them) {
  const auto X = support::matrix(context_.get(), 4, 2, {0, 10, 2, 10, 10, 20, 12, 40}),
             other = support::matrix(context_.get(), 3, 2, {0, 10, 2, 10, 10, 20});
  const auto kept = fit(X.get(), 2, {{"restarts", "10"}}),
             bare = fit(X.get(), 2, {{"keep-data", "no"}, {"restarts", "10"}});
  Found found;
  EXPECT_EQ(features(bare.get(), nullptr, found), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(scatter(bare.get(), nullptr, found), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(features(bare.get(), other.get(), found), MANIFACT_ERROR_MISMATCH);
  const Found a = all(kept.get()), b = all(bare.get(), X.get());
  EXPECT_EQ(a.scores, b.scores);
  EXPECT_EQ(a.distances, b.distances);
  EXPECT_EQ(manifact_model_point_features(context_.get(), kept.get(), nullptr, nullptr, nullptr,
                                          nullptr, 2, 3),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_model_scatter(context_.get(), kept.get(), nullptr, nullptr, nullptr, 5,
                                   nullptr, nullptr, 2),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_model_scatter(context_.get(), nullptr, nullptr, nullptr, nullptr, 4, nullptr,
                                   nullptr, 2),
            MANIFACT_ERROR_NULL);
}

}  // namespace
