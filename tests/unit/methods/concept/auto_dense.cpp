// methods/concept/auto on dense input: its preset, the choice of the start, and the start kept
// where updates lose clusters.
#include <cmath>
#include <random>

#include "support/accuracy.hpp"

namespace {

constexpr int64_t groups = 6, each = 12, wide = 60, n = groups * each;

class AutoDense : public testing::Test {
 protected:
  // Groups around random directions, on top of a mean that all documents share.
  support::Matrix groups_around(double mean, int64_t columns = wide) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::vector<double> centers(static_cast<size_t>(groups * columns)), values;
    for (double &x : centers) x = uniform(random);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < columns; ++j)
        values.push_back(mean + centers[static_cast<size_t>(i / each * columns + j)] +
                         0.2 * uniform(random));
    return support::matrix(context_.get(), n, columns, values);
  }

  support::Model fit(const manifact_matrix *X, int64_t k, const support::Settings &settings = {}) {
    return support::fit(support::solver(context_.get(), "auto", settings).get(), X, k);
  }

  static std::vector<int32_t> truth() {
    std::vector<int32_t> labels;
    for (int64_t i = 0; i < n; ++i) labels.push_back(static_cast<int32_t>(i / each));
    return labels;
  }

  const support::Context context_ = support::context();
};

TEST_F(AutoDense, takes_its_preset_and_records_the_choice_of_the_start) {
  const auto X = groups_around(1);
  const auto model = fit(X.get(), groups);
  EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "dense");
  EXPECT_STREQ(manifact_model_option(model.get(), "neighbors"), "5");
  EXPECT_STREQ(manifact_model_option(model.get(), "max-iterations"), "0");
  EXPECT_STREQ(manifact_model_option(model.get(), "start"), "ncut");
  EXPECT_EQ(support::diagnostic(model.get(), "cut_acceptance"), "cut");
  EXPECT_EQ(accuracy(context_.get(), truth(), model.get()), 1);
}

TEST_F(AutoDense, few_features_need_no_cut) {
  const auto X = groups_around(0, 20);
  const auto model = fit(X.get(), groups, {{"preset", "dense"}});
  EXPECT_STREQ(manifact_model_option(model.get(), "start"), "lsi");
  EXPECT_EQ(support::diagnostic(model.get(), "cut_acceptance"), "");
  EXPECT_EQ(accuracy(context_.get(), truth(), model.get()), 1);
}

TEST_F(AutoDense, options_that_are_set_take_precedence) {
  const auto X = groups_around(1);
  const auto model = fit(X.get(), groups, {{"preset", "none"}, {"neighbors", "7"}});
  EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "none");
  EXPECT_STREQ(manifact_model_option(model.get(), "neighbors"), "7");
  EXPECT_STREQ(manifact_model_option(model.get(), "max-iterations"), "20");
}

// Dense data have no terms, so no views to compare.
TEST_F(AutoDense, replaces_presets_that_compare_views) {
  const auto X = groups_around(1);
  for (const support::Settings &others : {support::Settings{}, {{"neighbors", "7"}}}) {
    const auto expected = fit(X.get(), groups, others);
    for (const char *preset : {"quality", "best"}) {
      support::Settings settings = others;
      settings.emplace_back("preset", preset);
      const auto model = fit(X.get(), groups, settings);
      EXPECT_EQ(support::labels(model.get()), support::labels(expected.get()));
      for (const char *option : {"preset", "neighbors", "start", "max-iterations"})
        EXPECT_STREQ(manifact_model_option(model.get(), option),
                     manifact_model_option(expected.get(), option));
      EXPECT_EQ(support::warnings(model.get()),
                support::warnings(expected.get()) +
                    "dense data have no terms to compare: preset=dense\n");
    }
  }
}

// What has no defaults for dense data keeps the preset, which then chooses nothing.
TEST_F(AutoDense, other_kernels_and_random_starts_keep_their_preset) {
  const auto X = groups_around(1);
  for (const support::Settings &others :
       {support::Settings{{"kernel", "rbf"}}, {{"start", "random"}}}) {
    support::Settings settings = others;
    settings.emplace_back("preset", "quality");
    const auto model = fit(X.get(), groups, settings);
    EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "quality");
    EXPECT_EQ(support::diagnostic(model.get(), "view_choice"), "");
    EXPECT_EQ(support::labels(model.get()), support::labels(fit(X.get(), groups, others).get()));
  }
}

// The mean holds nearly all of |X|^2, so that one concept is cheaper than the groups.
TEST_F(AutoDense, keeps_the_start_where_updates_lose_clusters) {
  const auto X = groups_around(20);
  const support::Settings updates = {
      {"neighbors", "20"}, {"lambda", "1000"}, {"max-iterations", "20"}};
  const auto kept = fit(X.get(), groups, updates);
  const auto start = fit(X.get(), groups, {{"neighbors", "20"}});
  EXPECT_NE(support::warnings(kept.get()).find("of the start's clusters: the start was kept"),
            std::string::npos)
      << support::warnings(kept.get());
  EXPECT_EQ(support::labels(kept.get()), support::labels(start.get()));
  const double first = manifact_model_history(kept.get(), nullptr)[0];
  EXPECT_NEAR(manifact_model_objective(kept.get()), first, 1e-9 * first)
      << "the objective is that of the factors returned";
  support::Settings several = updates;
  several.emplace_back("restarts", "3");
  const auto again = fit(X.get(), groups, several);
  EXPECT_NE(support::warnings(again.get()).find("the start was kept"), std::string::npos);
  EXPECT_GT(accuracy(context_.get(), truth(), again.get()), 0.5);
  const auto random = fit(X.get(), groups, {{"max-iterations", "20"}, {"start", "random"}});
  EXPECT_EQ(support::warnings(random.get()).find("the start was kept"), std::string::npos)
      << "a random start has no clusters to keep";
}

TEST_F(AutoDense, repeated_rows_share_a_vertex_and_a_label) {
  std::vector<double> values;
  for (int64_t i = 0; i < 90; ++i)  // 30 rows, three times
    for (int64_t j = 0; j < 3; ++j)
      values.push_back(1 + 10 * std::fabs(std::sin(static_cast<double>(i % 30 / 10 + j))) +
                       std::fabs(std::sin(static_cast<double>(i % 30 * 7 + j * j))));
  const auto X = support::matrix(context_.get(), 90, 3, values);
  const auto model = fit(X.get(), 3, {{"preset", "dense"}});
  const std::vector<int32_t> labels = support::labels(model.get());
  for (size_t i = 0; i < 60; ++i) EXPECT_EQ(labels[i], labels[i + 30]) << i;
  EXPECT_EQ(support::diagnostic(model.get(), "graph_collapsed"), "60");
  const auto updated = fit(X.get(), 3, {{"max-iterations", "50"}, {"lambda", "100"}});
  const std::vector<int32_t> after = support::labels(updated.get());
  for (size_t i = 0; i < 60; ++i) EXPECT_EQ(after[i], after[i + 30]) << i << " with updates";
  EXPECT_STREQ(manifact_model_option(updated.get(), "duplicates"), "keep");
}

TEST_F(AutoDense, standardizes_features_in_unlike_units) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> values;
  for (int64_t i = 0; i < n; ++i) {
    values.push_back(5000 * uniform(random));  // no groups in it
    for (int64_t j = 0; j < 4; ++j)
      values.push_back((i / each >> j) % 2 == 1 ? 1 + 0.1 * uniform(random) : uniform(random) / 9);
  }
  const auto X = support::matrix(context_.get(), n, 5, values);
  const auto scaled = fit(X.get(), groups), raw = fit(X.get(), groups, {{"scaling", "none"}});
  EXPECT_EQ(support::diagnostic(scaled.get(), "scaling"), "z-score");
  EXPECT_NE(support::warnings(scaled.get()).find("they were standardized"), std::string::npos);
  EXPECT_EQ(support::diagnostic(raw.get(), "scaling"), "none");
  EXPECT_EQ(support::warnings(raw.get()).find("very different scales"), std::string::npos);
  const auto kmeans =
      support::fit(support::solver(context_.get(), "kmeans", {}).get(), X.get(), groups);
  EXPECT_NE(support::warnings(kmeans.get()).find("consider scaling=z-score"), std::string::npos)
      << "other methods do not scale, but warn";
}

}  // namespace
