// Vectors beside the words of documents: their part in the graph, in the refinement, in the rule
// for new documents, in the model file and in a refit.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "support/constraint_data.hpp"
#include "support/corpus.hpp"

namespace {

using Values = std::vector<double>;
using Labels = std::vector<int32_t>;
using support::Matrix;
using support::Model;

// Two classes. A fifth of the documents have no word of their class; all have a vector near that of
// their class.
class DocumentVectors : public testing::Test {
 protected:
  static constexpr int64_t n = 80, m = 12, d = 3;

  static double noise(int64_t i) { return std::sin(12.9898 * static_cast<double>(i + 1)); }
  static int64_t class_of(int64_t i) { return i % 2; }

  static Values counts(int64_t rows) {
    Values X(static_cast<std::size_t>(rows * m));
    for (int64_t i = 0; i < rows; ++i) {
      const auto at = static_cast<std::size_t>(i * m);
      for (int64_t w = 0; w < 4; ++w)
        X[at + static_cast<std::size_t>((7 * i + 5 * w * w) % 8)] += 1;
      if (i % 5 != 0) X[at + static_cast<std::size_t>(8 + 2 * class_of(i) + i % 3 % 2)] += 3;
    }
    return X;
  }
  static Values vectors(int64_t rows) {
    Values E;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < d; ++j)
        E.push_back((j == class_of(i) ? 2 : 0) + noise(d * i + j) / 3);
    return E;
  }

  Matrix documents(int64_t rows, bool have_vectors, int64_t columns = d) {
    Matrix X = support::matrix(c.get(), rows, m, counts(rows), true);
    if (have_vectors) {
      Values E = vectors(rows);
      E.resize(static_cast<std::size_t>(rows * columns), 1);
      const Matrix beside = support::matrix(c.get(), rows, columns, E, false);
      EXPECT_EQ(manifact_matrix_set_vectors(c.get(), X.get(), beside.get()), MANIFACT_OK);
    }
    return X;
  }
  Model fit(const manifact_matrix *X, const support::Settings &settings, int expected = MANIFACT_OK,
            const char *method = "auto") {
    const auto solver = support::solver(c.get(), method, settings);
    manifact_model *model = nullptr;
    EXPECT_EQ(manifact_solver_fit(solver.get(), X, 2, &model), expected);
    message = manifact_solver_message(solver.get());
    return Model(model);
  }
  Labels assign(const manifact_model *model, const manifact_matrix *X, int expected = MANIFACT_OK) {
    Labels labels(static_cast<std::size_t>(manifact_matrix_rows(X)));
    EXPECT_EQ(manifact_model_assign(c.get(), model, X, labels.data(), nullptr, std::ssize(labels)),
              expected)
        << manifact_context_message(c.get());
    return labels;
  }
  static int64_t right(const Labels &labels) {
    int64_t same = 0;
    for (std::size_t i = 0; i < labels.size(); ++i)
      same += labels[i] == labels[static_cast<std::size_t>(class_of(static_cast<int64_t>(i)))];
    return same;
  }
  static Labels labels_of(const manifact_model *model) {
    const int32_t *const labels = manifact_model_labels(model);
    return {labels, labels + manifact_model_documents(model)};
  }

  support::Context c = support::context();
  std::string message;
};

const support::Settings both_used = {{"vector-weight", "0.5"}, {"min-df", "1"}, {"neighbors", "6"}};

TEST_F(DocumentVectors, TakePartInTheFitAndInTheRuleForNewDocuments) {
  const Matrix X = documents(n, true), words = documents(n, false);
  const Model both = fit(X.get(), both_used), alone = fit(words.get(), both_used);
  EXPECT_EQ(manifact_model_vector_columns(both.get()), d);
  EXPECT_EQ(manifact_model_vector_columns(alone.get()), 0);
  EXPECT_EQ(right(labels_of(both.get())), n);
  EXPECT_LT(right(labels_of(alone.get())), n);
  EXPECT_EQ(assign(both.get(), X.get()), labels_of(both.get()));
  // Without vectors the same rule uses words alone.
  const Labels by_words = assign(both.get(), words.get());
  EXPECT_GE(right(by_words), n * 3 / 5);
  EXPECT_NE(by_words, labels_of(both.get()));
  // With a weight of 0 there are no vectors for the fit.
  const Model none = fit(X.get(), {{"vector-weight", "0"}, {"min-df", "1"}, {"neighbors", "6"}});
  EXPECT_EQ(labels_of(none.get()), labels_of(alone.get()));
}

// Four groups of words, and vectors that know nothing of them: from a start by both, two of three
// fits end elsewhere.
struct Unrelated {
  static constexpr int64_t n = 300, m = 80, d = 6;
  Values X = Values(n * m), E;

  explicit Unrelated(uint64_t seed) : state_(88172645463325252U + seed) {
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t w = 0; w < 10; ++w) {
        const bool is_own = random() < 0.35;
        const int64_t word = is_own ? i % 4 * 10 + below(10) : 40 + below(40);
        X[static_cast<std::size_t>(i * m + word)] += 1;
      }
      for (int64_t j = 0; j < d; ++j) E.push_back(random() - 0.5);
    }
  }

 private:
  double random() {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }
  int64_t below(int64_t count) {
    return static_cast<int64_t>(random() * static_cast<double>(count));
  }

  uint64_t state_;
};

TEST_F(DocumentVectors, BeginWithTheClustersOfTheWords) {
  const support::Settings some = {{"vector-weight", "0.3"}, {"min-df", "1"}, {"neighbors", "8"}};
  for (const uint64_t seed : {1U, 2U, 3U}) {
    const Unrelated data(seed);
    const Matrix words = support::matrix(c.get(), data.n, data.m, data.X, true),
                 X = support::matrix(c.get(), data.n, data.m, data.X, true),
                 beside = support::matrix(c.get(), data.n, data.d, data.E, false);
    ASSERT_EQ(manifact_matrix_set_vectors(c.get(), X.get(), beside.get()), MANIFACT_OK);
    const auto labels = [&](const manifact_matrix *documents, const Labels &start) {
      const auto solver = support::solver(c.get(), "auto", some);
      if (!start.empty()) {
        EXPECT_EQ(manifact_solver_set_start_labels(solver.get(), start.data(), data.n),
                  MANIFACT_OK);
      }
      manifact_model *model = nullptr;
      EXPECT_EQ(manifact_solver_fit(solver.get(), documents, 4, &model), MANIFACT_OK);
      return labels_of(Model(model).get());
    };
    // Clusters may have other numbers.
    const Labels both = labels(X.get(), {}), begun = labels(X.get(), labels(words.get(), {}));
    for (std::size_t i = 0; i < both.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        ASSERT_EQ(both[i] == both[j], begun[i] == begun[j]) << seed << ": " << i << ", " << j;
  }
}

// A solver with constraints keeps the graph for its next fit, which tells of it what the first did.
TEST_F(DocumentVectors, AreToldOfByEachFit) {
  const Matrix X = documents(n, true);
  Labels known(static_cast<std::size_t>(n), -1);
  for (int64_t i = 0; i < 6; ++i)
    known[static_cast<std::size_t>(i)] = static_cast<int32_t>(class_of(i));
  const auto constraints = support::constraints(c.get(), n, known);
  const auto solver = support::solver(c.get(), "ccf", both_used);
  ASSERT_EQ(manifact_solver_set_constraints(solver.get(), constraints.get()), MANIFACT_OK);
  std::vector<std::string> told;
  for (int round = 0; round < 3; ++round) {
    manifact_model *handle = nullptr;
    ASSERT_GE(manifact_solver_fit(solver.get(), X.get(), 2, &handle), MANIFACT_OK)
        << manifact_solver_message(solver.get());
    const Model model(handle);
    std::string all;
    int64_t edges = 0;
    for (int64_t i = 0; i < manifact_model_diagnostic_count(handle); ++i) {
      const char *name = nullptr, *value = nullptr;
      EXPECT_EQ(manifact_model_diagnostic(handle, i, &name, &value), MANIFACT_OK);
      all += std::string(name) + "=" + value + "\n";
      edges += std::string(name) == "vector_graph_edges" ? 1 : 0;
    }
    for (int64_t i = 0; i < manifact_model_warning_count(handle); ++i)
      all += std::string(manifact_model_warning(handle, i)) + "\n";
    EXPECT_EQ(edges, 1) << all;
    told.push_back(all);
  }
  EXPECT_EQ(told[1], told[0]);
  EXPECT_EQ(told[2], told[0]);
}

TEST_F(DocumentVectors, DecideForDocumentsWithoutWords) {
  Values X = counts(n);
  for (int64_t j = 0; j < m; ++j) X[static_cast<std::size_t>(6 * m + j)] = 0;
  const Matrix empty = support::matrix(c.get(), n, m, X, true),
               beside = support::matrix(c.get(), n, d, vectors(n), false);
  EXPECT_EQ(fit(empty.get(), both_used) == nullptr, false);
  ASSERT_EQ(manifact_matrix_set_vectors(c.get(), empty.get(), beside.get()), MANIFACT_OK);
  const Model model = fit(empty.get(), both_used);
  EXPECT_EQ(right(labels_of(model.get())), n);
  EXPECT_EQ(right(assign(model.get(), empty.get())), n);
}

TEST_F(DocumentVectors, AreInTheFileOfTheModelForARefit) {
  const Matrix X = documents(n, true), more = documents(20, true);
  const Model model = fit(X.get(), both_used);
  const Model loaded = support::saved_and_loaded(c.get(), model.get());
  EXPECT_EQ(assign(loaded.get(), X.get()), labels_of(model.get()));
  manifact_model *handle = nullptr;
  ASSERT_EQ(manifact_model_update(c.get(), loaded.get(), more.get(), nullptr, nullptr, nullptr,
                                  nullptr, 0, &handle),
            MANIFACT_OK)
      << manifact_context_message(c.get());
  const Model grown(handle), again = support::saved_and_loaded(c.get(), grown.get());
  EXPECT_EQ(right(labels_of(again.get())), n + 20);
  manifact_solver *created = nullptr;
  ASSERT_EQ(manifact_solver_create_from_model(c.get(), again.get(), &created), MANIFACT_OK);
  const support::Solver solver(created);
  ASSERT_EQ(manifact_solver_refit(created, again.get(), &handle), MANIFACT_OK)
      << manifact_solver_message(created);
  const Model refitted(handle);
  EXPECT_EQ(manifact_model_vector_columns(refitted.get()), d);
  EXPECT_EQ(right(labels_of(refitted.get())), n + 20);
}

TEST_F(DocumentVectors, ThatDoNotFitAreRefused) {
  const Matrix X = documents(n, true), words = documents(n, false);
  const Matrix short_one = support::matrix(c.get(), n - 1, d, vectors(n - 1), false);
  EXPECT_EQ(manifact_matrix_set_vectors(c.get(), words.get(), short_one.get()),
            MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(manifact_matrix_set_vectors(c.get(), words.get(), words.get()),
            MANIFACT_ERROR_ARGUMENT);
  Values huge = vectors(n);
  huge[4] = 1e200;
  const Matrix large = support::matrix(c.get(), n, d, huge, false);
  EXPECT_EQ(manifact_matrix_set_vectors(c.get(), words.get(), large.get()), MANIFACT_ERROR_VALUE);
  EXPECT_EQ(manifact_matrix_vector_columns(words.get()), 0);
  EXPECT_EQ(manifact_matrix_vector_columns(X.get()), d);
  const Model model = fit(X.get(), both_used), alone = fit(words.get(), both_used);
  assign(model.get(), documents(n, true, d + 1).get(), MANIFACT_ERROR_MISMATCH);
  assign(alone.get(), X.get(), MANIFACT_ERROR_MISMATCH);
  fit(X.get(), {}, MANIFACT_ERROR_OPTION, "kmeans");
  EXPECT_NE(message.find("does not use vectors"), std::string::npos) << message;
  const Matrix dense = support::matrix(c.get(), n, d, vectors(n), false),
               beside = support::matrix(c.get(), n, d, vectors(n), false);
  ASSERT_EQ(manifact_matrix_set_vectors(c.get(), dense.get(), beside.get()), MANIFACT_OK);
  fit(dense.get(), {}, MANIFACT_ERROR_ARGUMENT);
}

}  // namespace
