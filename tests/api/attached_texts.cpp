// Texts attached to the documents of a fit of vectors: the terms of its clusters, their model file,
// and what is refused.
#include <algorithm>

#include "support/corpus.hpp"
#include "support/text_data.hpp"

namespace {

using support::Matrix;
using support::Vectorizer;
using Values = std::vector<double>;

constexpr int64_t n = 30, d = 6, k = 3;

struct Top {
  std::vector<int64_t> terms;
  Values scores;
  bool operator==(const Top &) const = default;
};

template <class Call>
Top top(const manifact_model *model, int64_t cluster, int score, const Call &call) {
  Top found{std::vector<int64_t>(12), Values(12)};
  int64_t count = -1;
  EXPECT_EQ(call(model, cluster, score, 12, found.terms.data(), found.scores.data(), &count),
            MANIFACT_OK);
  found.terms.resize(static_cast<size_t>(count));
  found.scores.resize(static_cast<size_t>(count));
  return found;
}

Top top_terms(const manifact_model *model, int64_t cluster, int score = MANIFACT_SCORE_LIFT) {
  return top(model, cluster, score, manifact_model_top_terms);
}

Top top_features(const manifact_model *model, int64_t cluster, int score = MANIFACT_SCORE_LIFT) {
  return top(model, cluster, score, manifact_model_top_features);
}

class AttachedTexts : public testing::Test {
 protected:
  AttachedTexts() {
    api::add(v.get(), api::reports(n));
    counts = api::finish(v.get());
    // Each subject has a direction, and each document its own noise.
    Values values(n * d);
    for (size_t e = 0; e < values.size(); ++e)
      values[e] = static_cast<double>(e * 37 % 101) / 300 - 0.1;
    for (size_t i = 0; i < n; ++i) values[i * d + i % k] += 2;
    X = support::matrix(c, n, d, values);
  }

  support::Solver solver(const char *method, const support::Settings &settings = {}) {
    return support::solver(c, method, settings);
  }
  support::Model fit(const support::Solver &s) { return support::fit(s.get(), X.get(), k); }
  void attach(const support::Solver &s) {
    ASSERT_EQ(manifact_solver_set_texts(s.get(), counts.get(), v.get()), MANIFACT_OK)
        << manifact_solver_message(s.get());
  }

  support::Context context = support::context();
  manifact_context *c = context.get();
  Vectorizer v = api::vectorizer(c);
  Matrix counts, X;
};

TEST_F(AttachedTexts, give_the_terms_of_a_fit_of_the_texts_with_the_same_labels) {
  const support::Settings settings = {{"min-df", "2"}, {"max-df", "0.9"}};
  const support::Solver vectors = solver("kmeans", settings), texts = solver("kmeans", settings);
  attach(vectors);
  const support::Model model = fit(vectors);
  ASSERT_EQ(manifact_solver_set_start_labels(texts.get(), manifact_model_labels(model.get()), n),
            MANIFACT_OK);
  const support::Model same = support::fit(texts.get(), counts.get(), k);
  ASSERT_EQ(support::labels(same.get()), support::labels(model.get()));
  for (int64_t cluster = 0; cluster < k; ++cluster) {
    const Top terms = top_terms(model.get(), cluster);
    EXPECT_GT(terms.terms.size(), 3U);
    EXPECT_EQ(terms, top_features(same.get(), cluster));
    EXPECT_EQ(top_terms(same.get(), cluster), top_features(same.get(), cluster))
        << "without texts, the features";
  }
}

TEST_F(AttachedTexts, are_counted_in_columns_with_the_names_of_their_terms) {
  const support::Solver s = solver("kmeans");
  attach(s);
  const support::Model model = fit(s);
  const int64_t m = manifact_matrix_columns(counts.get());
  const auto with_names = [&](const std::vector<std::string> &names, const Values &values) {
    Matrix rows = support::matrix(c, n, m, values, true);
    const api::Packed packed(names);
    EXPECT_EQ(manifact_matrix_set_feature_names(c, rows.get(), packed.bytes.data(),
                                                packed.offsets.data(), m),
              MANIFACT_OK);
    return rows;
  };
  const auto coherence = [&](const manifact_matrix *rows, int expected = MANIFACT_OK) {
    Values found(k);
    EXPECT_EQ(manifact_model_topic_numbers(c, model.get(), rows, MANIFACT_SCORE_LIFT, 6,
                                           found.data(), nullptr, nullptr, nullptr, k),
              expected)
        << manifact_context_message(c);
    return found;
  };
  std::vector<std::string> names;
  for (int64_t j = m; j-- > 0;) names.emplace_back(manifact_vectorizer_term(v.get(), j));
  Values values = support::dense(counts.get());
  for (int64_t i = 0; i < n; ++i)
    std::reverse(values.begin() + i * m, values.begin() + (i + 1) * m);
  EXPECT_EQ(coherence(with_names(names, values).get()), coherence(counts.get()));
  names[0] = "another name";
  coherence(with_names(names, values).get(), MANIFACT_ERROR_MISMATCH);
  EXPECT_NE(std::string(manifact_context_message(c)).find("terms of the model is missing"),
            std::string::npos)
      << manifact_context_message(c);
}

TEST_F(AttachedTexts, have_the_concepts_of_the_fit) {
  for (const char *ncw : {"none", "unit-graph"})
    for (const char *readout : {"argmax", "kmeans"}) {
      const support::Solver s = solver("lccf", {{"ncw", ncw}, {"readout", readout}});
      attach(s);
      const support::Model model = support::fit(s.get(), counts.get(), k);
      for (int64_t cluster = 0; cluster < k; ++cluster) {
        const Top terms = top_terms(model.get(), cluster, MANIFACT_SCORE_CONCEPT),
                  features = top_features(model.get(), cluster, MANIFACT_SCORE_CONCEPT);
        EXPECT_NE(terms, top_terms(model.get(), cluster));
        ASSERT_EQ(terms.scores.size(), features.scores.size());
        for (size_t t = 0; t < terms.scores.size(); ++t)
          EXPECT_NEAR(terms.scores[t], features.scores[t], 1e-12 * features.scores[0]);
      }
    }
}

TEST_F(AttachedTexts, do_not_change_the_clustering) {
  for (const std::string &method : api::methods()) {
    const support::Settings quick =
        support::used(method, {{"max-iterations", "5"}, {"restarts", "1"}});
    const support::Solver plain = support::solver(c, method, quick),
                          with = support::solver(c, method, quick);
    Values shifted = support::dense(X.get());
    for (double &x : shifted) x += 0.2;  // for methods of non-negative data
    const Matrix Y = support::matrix(c, n, d, shifted);
    for (const auto *s : {&plain, &with}) support::give_labels(c, s->get(), n);
    attach(with);
    const support::Model before = support::fit(plain.get(), Y.get(), k),
                         after = support::fit(with.get(), Y.get(), k);
    ASSERT_TRUE(before && after) << method;
    EXPECT_EQ(support::labels(before.get()), support::labels(after.get())) << method;
    const auto equal = [&](const double *a, const double *b, int64_t count) {
      return (a == nullptr && b == nullptr) || std::equal(a, a + count, b);
    };
    EXPECT_TRUE(equal(manifact_model_memberships(before.get()),
                      manifact_model_memberships(after.get()), n * k))
        << method;
    EXPECT_TRUE(equal(manifact_model_basis(before.get()), manifact_model_basis(after.get()), d * k))
        << method;
    EXPECT_TRUE(
        equal(manifact_model_centroids(before.get()), manifact_model_centroids(after.get()), d * k))
        << method;
    EXPECT_FALSE(top_terms(after.get(), 0).terms.empty()) << method;
  }
}

TEST_F(AttachedTexts, are_in_the_model_file_and_vectors_are_assigned) {
  for (const char *threads : {"1", "3"}) {
    const support::Solver s = solver("lccf", {{"restarts", "1"}, {"threads", threads}});
    attach(s);
    const support::Model model = fit(s);
    EXPECT_EQ(manifact_model_vectorizer(model.get()), nullptr);
    EXPECT_EQ(manifact_model_text_vectorizer(model.get()), v.get());
    const std::string bytes = api::bytes(c, model.get());
    const support::Model loaded = api::load(c, bytes);
    EXPECT_EQ(api::bytes(c, loaded.get()), bytes);
    EXPECT_EQ(manifact_model_vectorizer(loaded.get()), nullptr);
    const manifact_vectorizer *const words = manifact_model_text_vectorizer(loaded.get());
    ASSERT_NE(words, nullptr);
    EXPECT_EQ(api::terms(words), api::terms(v.get()));
    for (int64_t cluster = 0; cluster < k; ++cluster)
      for (const int score : {MANIFACT_SCORE_LIFT, MANIFACT_SCORE_CONCEPT})
        EXPECT_EQ(top_terms(loaded.get(), cluster, score), top_terms(model.get(), cluster, score));
    std::vector<int32_t> labels(n);
    ASSERT_EQ(manifact_model_assign(c, loaded.get(), X.get(), labels.data(), nullptr, n),
              MANIFACT_OK)
        << manifact_context_message(c);
    EXPECT_EQ(labels, support::labels(model.get()));
    EXPECT_EQ(manifact_model_assign(c, loaded.get(), counts.get(), labels.data(), nullptr, n),
              MANIFACT_ERROR_MISMATCH);
  }
}

TEST_F(AttachedTexts, may_outlive_their_handles_and_are_removed) {
  support::Solver s = solver("kmeans");
  attach(s);
  counts.reset();
  v.reset();
  support::Model model = fit(s);
  ASSERT_EQ(manifact_solver_set_texts(s.get(), nullptr, nullptr), MANIFACT_OK);
  const support::Model without = fit(s);
  s.reset();
  EXPECT_EQ(manifact_model_text_vectorizer(without.get()), nullptr);
  EXPECT_EQ(api::bytes(c, without.get()).find("attached"), std::string::npos);
  const Vectorizer kept(manifact_vectorizer_retain(
      const_cast<manifact_vectorizer *>(manifact_model_text_vectorizer(model.get()))));
  EXPECT_FALSE(top_terms(model.get(), 0).terms.empty());
  model.reset();
  EXPECT_EQ(manifact_vectorizer_documents(kept.get()), n);
}

TEST_F(AttachedTexts, that_are_empty_leave_clusters_without_terms) {
  const Vectorizer same = api::vectorizer(c);
  api::add(same.get(), std::vector<std::string>(n, "the same words"));
  const Matrix equal = api::finish(same.get());
  const support::Solver s = solver("kmeans");
  ASSERT_EQ(manifact_solver_set_texts(s.get(), equal.get(), same.get()), MANIFACT_OK);
  const support::Model model = fit(s);
  EXPECT_TRUE(top_terms(model.get(), 0).terms.empty()) << "a term of all documents has weight 0";
  ASSERT_EQ(manifact_model_warning_count(model.get()), 1);
  EXPECT_STREQ(manifact_model_warning(model.get(), 0),
               "all texts are empty after weighting: clusters have no top terms");
}

TEST_F(AttachedTexts, are_checked) {
  const support::Solver s = solver("kmeans");
  const auto set = [&](manifact_matrix *matrix, manifact_vectorizer *vectorizer) {
    return manifact_solver_set_texts(s.get(), matrix, vectorizer);
  };
  const auto message = [&] { return std::string(manifact_solver_message(s.get())); };
  const Vectorizer unfinished = api::vectorizer(c);
  EXPECT_EQ(manifact_solver_set_texts(nullptr, counts.get(), v.get()), MANIFACT_ERROR_NULL);
  EXPECT_EQ(set(counts.get(), nullptr), MANIFACT_ERROR_NULL);
  EXPECT_EQ(set(reinterpret_cast<manifact_matrix *>(c), v.get()), MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(set(counts.get(), reinterpret_cast<manifact_vectorizer *>(c)), MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(set(counts.get(), unfinished.get()), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(message(), "the vectorizer is not finished");
  EXPECT_EQ(set(X.get(), v.get()), MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(message(), "the vectorizer has " + std::to_string(manifact_vectorizer_terms(v.get())) +
                           " terms, but counts has 6 columns");
  const support::Model plain = fit(s);
  EXPECT_EQ(manifact_model_text_vectorizer(plain.get()), nullptr) << "nothing was attached";
  const Matrix few = api::transform(c, v.get(), api::reports(7));
  ASSERT_EQ(set(few.get(), v.get()), MANIFACT_OK);
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(s.get(), X.get(), k, &model), MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(message(), "the counts of the texts have 7 rows, but there are 30 documents");
  std::vector<std::string> words;
  for (int j = 0; j < 50000; ++j) words.push_back("w" + std::to_string(j));
  const api::Packed packed(words);
  manifact_vectorizer *many = nullptr;
  ASSERT_EQ(manifact_vectorizer_from_terms(c, packed.bytes.data(), packed.offsets.data(),
                                           packed.count(), &many),
            MANIFACT_OK);
  const Vectorizer kept(many);
  const Matrix wide = api::transform(c, many, api::reports(n));
  ASSERT_EQ(set(wide.get(), many), MANIFACT_OK);
  ASSERT_EQ(manifact_solver_set_text(s.get(), "memory-budget", "1048576"), MANIFACT_OK);
  EXPECT_EQ(manifact_solver_fit(s.get(), X.get(), k, &model), MANIFACT_ERROR_BUDGET);
  EXPECT_EQ(message(),
            "clusters in the terms of the texts, 50000 x 3, need 1200000 bytes, more than the "
            "memory-budget of 1048576");
  EXPECT_EQ(model, nullptr);
  EXPECT_EQ(manifact_model_text_vectorizer(nullptr), nullptr);
  int64_t found = 0, term = 0;
  EXPECT_EQ(
      manifact_model_top_terms(plain.get(), k, MANIFACT_SCORE_LIFT, 1, &term, nullptr, &found),
      MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_top_terms(plain.get(), 0, 4, 1, &term, nullptr, &found),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(
      manifact_model_top_terms(plain.get(), 0, MANIFACT_SCORE_LIFT, 1, nullptr, nullptr, &found),
      MANIFACT_ERROR_NULL);
}

TEST_F(AttachedTexts, are_a_stage_that_can_be_cancelled) {
  const support::Solver s = solver("kmeans");
  attach(s);
  const auto stop = [](void *, const char *stage, int64_t, int64_t, double, double) {
    return std::string(stage) == "texts" ? 1 : 0;
  };
  ASSERT_EQ(manifact_solver_set_progress(s.get(), stop, nullptr), MANIFACT_OK);
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(s.get(), X.get(), k, &model), MANIFACT_ERROR_CANCELLED);
  EXPECT_EQ(model, nullptr);
}

}  // namespace
