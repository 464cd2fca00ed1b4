// Document frequencies of another collection: counts are weighted by them, in a fit, its graph,
// its model and its file.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/corpus.hpp"

namespace {

using Values = std::vector<double>;
using Frequencies = std::vector<int64_t>;
using Labels = std::vector<int32_t>;
using support::Matrix;
using support::Model;

// Two classes with four rare words each; the eight other words say nothing, and are common in the
// large collection only.
class Background : public testing::Test {
 protected:
  static constexpr int64_t n = 60, m = 16, documents = 1000;

  static Values counts(int64_t rows = n) {
    Values X(static_cast<std::size_t>(rows * m));
    for (int64_t i = 0; i < rows; ++i) {
      const auto at = static_cast<std::size_t>(i * m);
      for (int64_t w = 0; w < 3; ++w) X[at + static_cast<std::size_t>((5 * i + w * w) % 8)] += 3;
      for (int64_t w = 0; w < 3; ++w)
        X[at + static_cast<std::size_t>(8 + i % 2 * 4 + (i / 2 + w) % 4)] += 1;
    }
    return X;
  }
  static Frequencies large() {
    Frequencies of(m, 10);
    for (std::size_t j = 0; j < 8; ++j) of[j] = 900;
    return of;
  }
  Matrix matrix(bool with_background, int64_t rows = n) {
    Matrix X = support::matrix(c.get(), rows, m, counts(rows), true);
    if (with_background) set(X.get(), large());
    return X;
  }
  void set(manifact_matrix *X, const Frequencies &of, int64_t of_documents = documents,
           int expected = MANIFACT_OK) {
    EXPECT_EQ(manifact_matrix_set_background(c.get(), X, of.data(), std::ssize(of), of_documents),
              expected)
        << manifact_context_message(c.get());
  }
  Model fit(const manifact_matrix *X, const char *method = "lccf") {
    return support::fit(support::solver(c.get(), method).get(), X, 2);
  }
  static int64_t right(const Labels &labels) {
    int64_t same = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) same += labels[i] == labels[i % 2];
    return labels[0] == labels[1] ? 0 : same;
  }
  static Labels labels_of(const Model &model) { return support::labels(model.get()); }

  support::Context c = support::context();
};

TEST_F(Background, FrequenciesAreNumbersOfRows) {
  const Matrix X = matrix(false);
  const Values dense = counts();
  Frequencies found(m, -1), expected(m);
  for (std::size_t e = 0; e < dense.size(); ++e) expected[e % m] += dense[e] > 0;
  ASSERT_EQ(manifact_matrix_document_frequencies(c.get(), X.get(), found.data(), m), MANIFACT_OK);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(manifact_matrix_document_frequencies(c.get(), X.get(), found.data(), m - 1),
            MANIFACT_ERROR_LENGTH);
}

TEST_F(Background, WeightsAreThoseOfTheFormula) {
  const Matrix X = matrix(false);
  Frequencies of = large();
  of[3] = documents;  // of every document there
  of[9] = 0;          // of none
  set(X.get(), of);
  manifact_matrix *weighted = nullptr;
  ASSERT_EQ(manifact_matrix_weight(c.get(), X.get(), "tfidf", "none", &weighted), MANIFACT_OK);
  const Matrix owner(weighted);
  const Values got = support::dense(weighted), tf = counts();
  for (std::size_t e = 0; e < got.size(); ++e) {
    const std::size_t j = e % m;
    const double df = j == 9 ? 1 : static_cast<double>(of[j]);
    EXPECT_NEAR(got[e], tf[e] * std::log(documents / df), 1e-12) << j;
  }
}

TEST_F(Background, OfTheDocumentsThemselvesChangesNoBit) {
  const Matrix X = matrix(false), same = matrix(false);
  Frequencies own(m);
  ASSERT_EQ(manifact_matrix_document_frequencies(c.get(), X.get(), own.data(), m), MANIFACT_OK);
  set(same.get(), own, n);
  for (const char *method : {"auto", "lccf", "ncut", "kmeans", "drcc"}) {
    const Model without = fit(X.get(), method), with = fit(same.get(), method);
    EXPECT_EQ(labels_of(with), labels_of(without)) << method;
    EXPECT_EQ(support::memberships(with.get()), support::memberships(without.get())) << method;
  }
}

TEST_F(Background, RareWordsDecideWhereTheSmallCollectionCannotTell) {
  const Matrix X = matrix(true), alone = matrix(false);
  for (const char *method : {"auto", "lccf", "ncut", "kmeans"}) {
    const Model model = fit(X.get(), method);
    EXPECT_EQ(right(labels_of(model)), n) << method;
    EXPECT_LT(right(labels_of(fit(alone.get(), method))), n) << method;
    EXPECT_EQ(support::diagnostic(model.get(), "background_documents"), "1000");
    EXPECT_EQ(support::diagnostic(model.get(), "background_unknown_features"), "0");
  }
}

TEST_F(Background, IsInTheModelAndItsFile) {
  const Matrix X = matrix(true), plain = matrix(false, 24);
  const Model model = fit(X.get()), loaded = support::saved_and_loaded(c.get(), model.get());
  const Labels fitted = labels_of(model);
  Labels labels(24);
  for (const Model *each : {&model, &loaded}) {
    ASSERT_EQ(manifact_model_assign(c.get(), each->get(), plain.get(), labels.data(), nullptr, 24),
              MANIFACT_OK);
    EXPECT_EQ(labels, Labels(fitted.begin(), fitted.begin() + 24));
  }
}

// A graph that was kept for the same matrix belongs to the weights of then.
TEST_F(Background, IsSeenByAFitAfterASuggestion) {
  const Matrix X = matrix(false);
  const auto solver = support::solver(c.get(), "ncut"), fresh = support::solver(c.get(), "ncut");
  manifact_suggestion *suggestion = nullptr;
  ASSERT_EQ(manifact_solver_suggest_k(solver.get(), X.get(), 2, 4, &suggestion), MANIFACT_OK);
  manifact_suggestion_free(suggestion);
  set(X.get(), large());
  const Model kept = support::fit(solver.get(), X.get(), 2),
              made = support::fit(fresh.get(), X.get(), 2);
  EXPECT_EQ(support::memberships(kept.get()), support::memberships(made.get()));
  EXPECT_EQ(right(labels_of(kept)), n);
}

TEST_F(Background, WithoutUseIsTold) {
  const Matrix X = matrix(true);
  const auto solver = support::solver(c.get(), "lccf", {{"weighting", "none"}});
  const Model model = support::fit(solver.get(), X.get(), 2);
  EXPECT_NE(support::warnings(model.get()).find("ignored: the values are not weighted"),
            std::string::npos);
  Frequencies unknown(m);
  unknown[8] = unknown[9] = unknown[12] = unknown[13] = 5;
  set(X.get(), unknown);
  EXPECT_NE(support::warnings(fit(X.get()).get()).find("12 of 16 features are in none of the 1000"),
            std::string::npos);
}

TEST_F(Background, ThatDoesNotFitIsRefused) {
  const Matrix X = matrix(false);
  set(X.get(), Frequencies(m - 1, 1), documents, MANIFACT_ERROR_LENGTH);
  set(X.get(), large(), 0, MANIFACT_ERROR_ARGUMENT);
  set(X.get(), large(), 899, MANIFACT_ERROR_VALUE);
  set(X.get(), Frequencies(m, -1), documents, MANIFACT_ERROR_VALUE);
  EXPECT_EQ(manifact_matrix_background_documents(X.get()), 0);
  set(X.get(), large());
  EXPECT_EQ(manifact_matrix_background_documents(X.get()), documents);
  ASSERT_EQ(manifact_matrix_set_background(c.get(), X.get(), nullptr, 0, 0), MANIFACT_OK);
  EXPECT_EQ(manifact_matrix_background_documents(X.get()), 0);
  EXPECT_EQ(manifact_matrix_background_documents(nullptr), -1);
}

}  // namespace
