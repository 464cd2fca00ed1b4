// topics/scores and its functions in the API: scores against their written-out definition, the
// bound for rare words, ties.
#include "topics/scores.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "support/corpus.hpp"
#include "support/topics.hpp"

namespace {

using namespace topics;

Values lift_scores(const manifact::Model &model, int64_t cluster) {
  return lift_scores(model, feature_vectors(model), cluster);
}

Values concept_scores(const manifact::Model &model, int64_t cluster) {
  return concept_scores(model, feature_vectors(model), cluster);
}

TEST(Scores, lift_is_weight_times_log_of_weight_over_the_corpus_mean) {
  const auto model = model_of({30, 10}, {0.4, 0.1, 0.2, 0.2, 0.0, 0.3, 0.1, 0.9});
  const Values b{(30 * 0.4 + 10 * 0.1) / 40, 0.2, 10 * 0.3 / 40, (30 * 0.1 + 10 * 0.9) / 40};
  EXPECT_NEAR(lift_scores(model, 0)[0], 0.4 * std::log(0.4 / b[0]), 1e-15);
  EXPECT_NEAR(lift_scores(model, 1)[2], 0.3 * std::log(0.3 / b[2]), 1e-15);
  EXPECT_NEAR(lift_scores(model, 1)[3], 0.9 * std::log(0.9 / b[3]), 1e-15);
  for (const auto &[cluster, feature] : {std::pair{0, 2}, {0, 3}, {1, 0}})
    EXPECT_EQ(lift_scores(model, cluster)[static_cast<size_t>(feature)], 0)
        << "not heavier than in the corpus";
  EXPECT_NEAR(lift_scores(model, 0)[1], 0, 1e-15) << "as heavy here as elsewhere";
}

TEST(Scores, a_rare_word_of_one_cluster_does_not_pass_a_heavy_one) {
  // Feature 0 is in cluster 0 only, the largest possible ratio, but rare; feature 1 is heavy here
  // and light elsewhere.
  const auto model = model_of({10, 990}, {0.001, 0, 0.2, 0.01});
  const Values scores = lift_scores(model, 0);
  EXPECT_NEAR(scores[0], 0.001 * std::log(100), 1e-15) << "N / n_c bounds the ratio";
  EXPECT_GT(scores[1], 100 * scores[0]);
}

TEST(Scores, a_word_of_every_cluster_does_not_pass_one_that_sets_it_apart) {
  const auto model = model_of({50, 50}, {0.5, 0.5, 0.2, 0.0});
  EXPECT_GT(concept_scores(model, 0)[0], concept_scores(model, 0)[1]);
  EXPECT_LT(lift_scores(model, 0)[0], lift_scores(model, 0)[1]);
}

TEST(Scores, of_the_only_cluster_lift_is_the_weight) {
  EXPECT_EQ(lift_scores(model_of({7}, {0.3, 0.0, 0.1}), 0), (Values{0.3, 0.0, 0.1}));
  EXPECT_EQ(lift_scores(model_of({0, 7}, {0, 0.3, 0, 0.0, 0, 0.1}), 1), (Values{0.3, 0.0, 0.1}));
}

TEST(Scores, signed_weights_keep_to_the_bound) {
  // Means of 0, below 0, and barely above 0: the ratio would be infinite, meaningless or unbounded.
  const auto model = model_of({10, 10}, {1, -1, 1, -3, 1, -1 + 1e-12, -1, 2});
  const Values scores = lift_scores(model, 0);
  for (size_t j = 0; j < 3; ++j) EXPECT_NEAR(scores[j], std::log(2), 1e-15) << j;
  EXPECT_EQ(scores[3], 0) << "negative here";
}

TEST(Scores, concept_is_the_concept_vector_and_else_the_centroid) {
  EXPECT_EQ(concept_scores(model_of({1, 1}, {1, 2, 3, 4}, {5, 6, 7, 8}), 1), (Values{6, 8}));
  EXPECT_EQ(concept_scores(model_of({1, 1}, {1, 2, 3, 4}), 1), (Values{2, 4}));
}

TEST(Scores, exclusivity_is_the_relative_weight_times_the_root_of_its_share) {
  const auto model = model_of({30, 10}, {1, 1, 1, 1, 1, 1}, {4, 1, 2, 0, -1, 2});
  const Values s0{1, 0.5, 0}, s1{0.5, 0, 1};
  const manifact::TermTotals totals = term_totals(model, feature_vectors(model));
  for (const int64_t c : {0, 1}) {
    const Values scores = exclusivity_scores(model, feature_vectors(model), totals, c);
    for (size_t j = 0; j < 3; ++j) {
      const double s = (c == 0 ? s0 : s1)[j], all = s0[j] + s1[j];
      EXPECT_NEAR(scores[j], s > all / 2 ? s * std::sqrt(s / all) : 0, 1e-15) << c << ' ' << j;
    }
  }
}

TEST(Scores, terms_of_attached_texts_have_the_scores_of_features) {
  const Indices sizes{30, 10};
  const Values centroids{0.4, 0.1, 0.2, 0.2, 0.0, 0.3}, concepts{5, 6, 7, 8, 0, 1};
  const auto features = model_of(sizes, centroids, concepts);
  auto attached = model_of(sizes, {1, 2});
  EXPECT_EQ(term_vectors(attached).m, 1) << "without texts, the features";
  auto terms = std::make_shared<manifact::TextModel>(std::make_shared<Memory>());
  for (const char *term : {"ball", "goal", "match"}) terms->keys.append(term);
  attached.texts = {terms, features.centroids.copy(), features.basis.copy()};
  for (const int64_t cluster : {0, 1}) {
    EXPECT_EQ(lift_scores(attached, term_vectors(attached), cluster),
              lift_scores(features, cluster));
    EXPECT_EQ(concept_scores(attached, term_vectors(attached), cluster),
              concept_scores(features, cluster));
    EXPECT_EQ(lift_scores(attached, cluster).size(), 1U) << "the features keep theirs";
  }
}

TEST(Scores, an_empty_cluster_has_none) {
  const auto model = model_of({0, 4}, {0, 1, 0, 1}, {9, 1, 9, 1});
  EXPECT_EQ(concept_scores(model, 0), (Values{0, 0}));
  EXPECT_EQ(lift_scores(model, 0), (Values{0, 0}));
}

TEST(Similarities, are_the_cosines_of_the_centroids) {
  Values cosines(16);
  cluster_similarities(model_of({3, 2, 0, 1}, {3, 1, 0, 0, 4, 0, 0, 2}), cosines.data());
  const Values expected{1, 0.6, 0, 0.8, 0.6, 1, 0, 0, 0, 0, 0, 0, 0.8, 0, 0, 1};
  for (size_t e = 0; e < 16; ++e) EXPECT_NEAR(cosines[e], expected[e], 1e-15) << e;
}

TEST(Similarities, know_no_unit) {
  for (const double unit : {1e-200, 1e200}) {
    Values cosines(4);
    cluster_similarities(model_of({1, 1}, {3 * unit, unit, 4 * unit, 0}), cosines.data());
    EXPECT_NEAR(cosines[1], 0.6, 1e-15) << unit;
    EXPECT_EQ(cosines[0], 1) << unit;
  }
}
class Topics : public testing::TestWithParam<std::string> {
 protected:
  support::Model fitted(int64_t k = 3) {
    return api::fit(context_.get(), GetParam(), {}, X_.get(), k);
  }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus();
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

Indices top(const manifact_model *model, int64_t cluster, int score, int64_t count,
            Values *scores = nullptr) {
  Indices features(static_cast<size_t>(count));
  Values values(static_cast<size_t>(count));
  int64_t found = -1;
  EXPECT_EQ(manifact_model_top_features(model, cluster, score, count, features.data(),
                                        values.data(), &found),
            0);
  features.resize(static_cast<size_t>(found)), values.resize(static_cast<size_t>(found));
  if (scores != nullptr) *scores = values;
  return features;
}

TEST_P(Topics, top_features_of_planted_topics_are_of_the_topic) {
  const auto model = fitted();
  const auto labels = support::labels(model.get());
  for (const int score : {MANIFACT_SCORE_CONCEPT, MANIFACT_SCORE_LIFT})
    for (int64_t topic = 0; topic < 3; ++topic) {
      Values scores;
      const Indices features =
          top(model.get(), labels[static_cast<size_t>(topic)], score, 5, &scores);
      ASSERT_EQ(features.size(), 5U);
      for (const int64_t feature : features) EXPECT_EQ(feature / 15, topic) << score;
      for (size_t t = 1; t < 5; ++t) EXPECT_GE(scores[t - 1], scores[t]);
      EXPECT_GT(scores[4], 0);
    }
}

TEST_P(Topics, lift_is_read_off_the_centroids_and_sizes) {
  const auto model = fitted();
  const double *a = manifact_model_centroids(model.get());
  const int64_t *n = manifact_model_sizes(model.get());
  for (int64_t c = 0; c < 3; ++c) {
    Values scores;
    const Indices features = top(model.get(), c, MANIFACT_SCORE_LIFT, 45, &scores);
    EXPECT_GT(features.size(), 3U);
    for (size_t t = 0; t < features.size(); ++t) {
      const double *const row = a + features[t] * 3;
      const double mean = (static_cast<double>(n[0]) * row[0] + static_cast<double>(n[1]) * row[1] +
                           static_cast<double>(n[2]) * row[2]) /
                          60;
      EXPECT_NEAR(scores[t], row[c] * std::log(row[c] / mean), 1e-14);
    }
  }
}

TEST_P(Topics, ties_go_to_the_lower_index) {
  // Two blocks of documents; the words of a block have identical counts.
  Values X;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) X.push_back(i % 2 == j % 2 ? 0.5 : 0);
  const auto matrix = support::matrix(context_.get(), 8, 8, X);
  const auto model = api::fit(context_.get(), GetParam(), {}, matrix.get(), 2);
  const auto first = support::labels(model.get())[0];
  for (const int score : {MANIFACT_SCORE_CONCEPT, MANIFACT_SCORE_LIFT}) {
    Values scores;
    EXPECT_EQ(top(model.get(), first, score, 3, &scores), (Indices{0, 2, 4})) << score;
    EXPECT_EQ(scores, Values(3, scores[0]));
  }
}

TEST_P(Topics, cohesion_is_the_mean_cosine_of_the_members) {
  const auto model = fitted();
  Values sums(3), cohesion(3);
  for (size_t i = 0; i < 60; ++i)
    sums[static_cast<size_t>(support::labels(model.get())[i])] +=
        manifact_model_cosines(model.get())[i];
  EXPECT_EQ(manifact_model_cohesion(model.get(), cohesion.data(), 3), 0);
  for (size_t c = 0; c < 3; ++c)
    EXPECT_NEAR(cohesion[c], sums[c] / static_cast<double>(manifact_model_sizes(model.get())[c]),
                1e-14);
}

TEST_P(Topics, refuse_what_they_cannot_do) {
  const auto model = fitted();
  int64_t features[3], found = 7;
  double buffer[9];
  for (const int score : {0, 4, -1})
    EXPECT_EQ(manifact_model_top_features(model.get(), 0, score, 3, features, buffer, &found),
              MANIFACT_ERROR_ARGUMENT)
        << score;
  EXPECT_EQ(
      manifact_model_top_features(model.get(), 3, MANIFACT_SCORE_LIFT, 3, features, buffer, &found),
      MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_top_features(model.get(), 0, MANIFACT_SCORE_LIFT, -1, features, buffer,
                                        &found),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(found, 7);
  for (const int64_t length : {2, 4}) {
    EXPECT_EQ(manifact_model_cohesion(model.get(), buffer, length), MANIFACT_ERROR_LENGTH);
    EXPECT_EQ(manifact_model_similarities(model.get(), buffer, length), MANIFACT_ERROR_LENGTH);
  }
}

TEST_P(Topics, how_they_are_shown_decides_nothing) {
  const auto shown = api::fit(context_.get(), GetParam(),
                              {{"top-terms", "3"}, {"term-score", "concept"}}, X_.get(), 3);
  EXPECT_EQ(api::bytes(context_.get(), shown.get()), api::bytes(context_.get(), fitted().get()));
  EXPECT_EQ(manifact_model_option(shown.get(), "top-terms"), nullptr);
}

INSTANTIATE_TEST_SUITE_P(, Topics, testing::ValuesIn(api::methods()), [](const auto &method) {
  std::string name = method.param;
  for (char &c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
