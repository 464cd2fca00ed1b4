// pipeline/cluster_count: planted numbers of clusters, the rows of the table, and numbers that
// cannot be evaluated.
#include "embedding/operators.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "support/cluster_count_data.hpp"
#include "support/expect_error.hpp"
#include "support/handles.hpp"

namespace manifact {
namespace {

TEST(ClusterCount, planted_numbers_are_found) {
  Host host;
  for (const std::int64_t groups : {3, 5, 9}) {
    const Suggestion found = suggested(planted(groups, 30, host), 2, 15, host);
    EXPECT_EQ(found.k, groups) << found.reason;
    EXPECT_EQ(found.rows.size(), 14u);
    for (const CountEvaluation &row : found.rows) {
      EXPECT_EQ(row.status, Status::ok) << row.why;
      EXPECT_GE(row.stability, -1);
      EXPECT_LE(row.stability, 1 + 1e-12);
      EXPECT_EQ(row.score, static_cast<double>(row.k) * row.gap * std::max(0.0, row.stability));
    }
    EXPECT_GT(found.rows[static_cast<std::size_t>(groups - 2)].stability, 0.95);
    EXPECT_NE(found.reason.find("eigenvalue " + std::to_string(groups)), std::string::npos)
        << found.reason;
  }
}

TEST(ClusterCount, eigenvalues_and_gaps_are_those_of_the_dense_matrix) {
  Host host;
  const Graph graph = planted(4, 100, host);  // above the size that is solved densely
  const Suggestion found = suggested(graph, 2, 8, host);
  const SpectralProblem problem = normalized_cut_of(graph, host.run);
  Plain A = plain(problem.matrix().view());
  std::vector<double> a(static_cast<std::size_t>(A.rows));
  ASSERT_TRUE(symmetric_eigen(A.rows, A.values.data(), a.data(), host.run));
  const auto compare = [&](const CountEvaluation &row) {
    const double here = 1 - a[static_cast<std::size_t>(row.k - 1)],
                 next = 1 - a[static_cast<std::size_t>(row.k)];
    EXPECT_NEAR(row.eigenvalue, here, 1e-6) << row.k;
    EXPECT_NEAR(row.gap, (next - here) / next, 1e-4) << row.k;
  };
  for (const CountEvaluation &row : found.rows) compare(row);
  // The last gap needs one more eigenvalue, in the bulk where convergence is slow.
  compare(suggested(graph, 2, 4, host).rows.back());
}

TEST(ClusterCount, separate_components_are_the_clusters) {
  Host host;
  Plain S(120, 120);
  Rng rng(1);
  for (std::int64_t i = 0; i < 120; ++i)
    for (std::int64_t j = 0; j < i; ++j)
      if (i / 20 == j / 20 && rng.uniform() < 0.5) S(i, j) = S(j, i) = 1;
  Graph graph = graph_of(S, host.memory);
  measure(graph, host.run);
  const Suggestion found = suggested(graph, 2, 12, host);
  EXPECT_EQ(found.k, 6);
  EXPECT_EQ(found.rows[2].gap, 0) << "nothing between two eigenvalues 0";
  EXPECT_NEAR(found.rows[4].gap, 1, 1e-9);
}

TEST(ClusterCount, a_k_that_is_too_large_fails_alone_with_the_reason) {
  Host host;
  Plain S(30, 30);  // 12 documents with neighbors
  for (std::int64_t i = 0; i < 12; ++i)
    for (std::int64_t j = 0; j < i; ++j) S(i, j) = S(j, i) = i / 6 == j / 6 ? 1 : 0.01;
  Graph graph = graph_of(S, host.memory);
  measure(graph, host.run);
  const Suggestion found = suggested(graph, 2, 20, host);
  EXPECT_EQ(found.k, 2) << found.reason;
  EXPECT_EQ(found.rows.back().status, Status::empty);
  EXPECT_EQ(found.rows.back().why, "only 12 distinct documents have neighbors");
  EXPECT_TRUE(std::isnan(found.rows.back().stability));
  EXPECT_TRUE(std::isnan(found.rows.back().score));
  std::size_t failed = 0;
  for (const CountEvaluation &row : found.rows) failed += row.status < Status::ok ? 1 : 0;
  EXPECT_GE(failed, 9u);
  EXPECT_LT(failed, found.rows.size());
  // If no number can be evaluated the call fails.
  expect_error(Status::empty,
               "no number of clusters can be evaluated: only 12 distinct documents have neighbors",
               [&] { suggested(graph, 12, 14, host); });
}

TEST(ClusterCount, is_the_same_for_any_number_of_threads) {
  Host one(1), three(3);
  const Suggestion a = suggested(planted(5, 80, one), 2, 9, one),
                   b = suggested(planted(5, 80, three), 2, 9, three);
  EXPECT_EQ(a.reason, b.reason);
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    EXPECT_EQ(a.rows[i].eigenvalue, b.rows[i].eigenvalue);
    EXPECT_EQ(a.rows[i].gap, b.rows[i].gap);
    EXPECT_EQ(a.rows[i].stability, b.rows[i].stability);
  }
}

TEST(ClusterCount, bounds_and_other_methods_are_refused_in_a_sentence) {
  Host host;
  const Graph graph = planted(2, 10, host);
  FitInputs given;
  given.graph = &graph;
  const auto X = any_documents(20, host);
  const auto call = [&](const char *method, std::int64_t from, std::int64_t to,
                        const char *affinity) {
    suggest_k(
        *X, from, to,
        options_of(method,
                   method == std::string("ncut")
                       ? std::vector<std::pair<const char *, std::string>>{{"affinity", affinity}}
                       : std::vector<std::pair<const char *, std::string>>{}),
        given, host.run);
  };
  expect_error(Status::argument, "from must be at least 2, not 1",
               [&] { call("ncut", 1, 5, "graph"); });
  expect_error(Status::argument, "to must be at least from, 5, not 4",
               [&] { call("ncut", 5, 4, "graph"); });
  expect_error(Status::argument, "to is 20, but must be below the number of documents, 20",
               [&] { call("ncut", 2, 20, "graph"); });
  expect_error(Status::option,
               "the number of clusters is suggested by method 'ncut', not by 'kmeans'",
               [&] { call("kmeans", 2, 5, ""); });
  expect_error(Status::option, "suggesting the number of clusters needs affinity=graph",
               [&] { call("ncut", 2, 5, "gram"); });
}

// Three blocks of documents, and words that every seventh document has.
support::Matrix blocks(manifact_context *context) {
  Rng rng(7);
  std::vector<double> X(90 * 31);
  for (std::size_t i = 0; i < 90; ++i)
    for (int draw = 0; draw < 12; ++draw)
      ++X[i * 31 +
          static_cast<std::size_t>(static_cast<std::int64_t>(i) / 30 * 10 + rng.below(10))];
  for (std::size_t i = 0; i < 90; i += 7) ++X[i * 31 + 30], ++X[i * 31 + 5];
  return support::matrix(context, 90, 31, X, true);
}

support::Solver cutter(manifact_context *context) {
  return support::solver(context, "ncut", {{"weighting", "none"}, {"neighbors", "8"}});
}

}  // namespace

// Through the public API.
TEST(SuggestK, reports_its_table) {
  const auto context = support::context();
  const auto matrix = blocks(context.get());
  const auto solver = cutter(context.get());
  manifact_suggestion *out = nullptr;
  ASSERT_EQ(manifact_solver_suggest_k(solver.get(), matrix.get(), 2, 7, &out), MANIFACT_OK)
      << manifact_solver_message(solver.get());
  EXPECT_EQ(manifact_suggestion_k(out), 3);
  EXPECT_EQ(manifact_suggestion_count(out), 6);
  EXPECT_NE(std::string(manifact_suggestion_reason(out)), "");
  for (std::int64_t i = 0; i < 6; ++i) {
    std::int64_t k = 0;
    double eigenvalue = -1, gap = -1, stability = -2, score = -1;
    int status = 1;
    const char *why = nullptr;
    EXPECT_EQ(
        manifact_suggestion_row(out, i, &k, &eigenvalue, &gap, &stability, &score, &status, &why),
        MANIFACT_OK);
    EXPECT_EQ(k, 2 + i);
    EXPECT_EQ(status, MANIFACT_OK);
    EXPECT_STREQ(why, "");
    EXPECT_TRUE(eigenvalue >= -1e-9 && gap >= 0 && gap <= 1 && stability >= -1 && score >= 0);
  }
  EXPECT_EQ(manifact_suggestion_row(out, 6, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                    nullptr),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_suggestion_row(out, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                    nullptr),
            MANIFACT_OK);
  manifact_suggestion_free(manifact_suggestion_retain(out));
  EXPECT_EQ(manifact_suggestion_k(out), 3);
  manifact_suggestion_free(out);
}

TEST(SuggestK, can_be_stopped_at_any_progress) {
  const auto context = support::context();
  const auto matrix = blocks(context.get());
  const auto solver = cutter(context.get());
  manifact_suggestion *out = nullptr;
  std::int64_t calls = 0;
  const auto count = [](void *user, const char *, std::int64_t, std::int64_t, double, double) {
    ++*static_cast<std::int64_t *>(user);
    return 0;
  };
  ASSERT_EQ(manifact_solver_set_progress(solver.get(), count, &calls), 0);
  ASSERT_EQ(manifact_solver_suggest_k(solver.get(), matrix.get(), 2, 7, &out), MANIFACT_OK);
  manifact_suggestion_free(out);
  out = nullptr;
  ASSERT_GT(calls, 10);
  for (const std::int64_t last : {std::int64_t{1}, calls / 3, calls / 2, calls - 1}) {
    std::int64_t left = last;
    const auto fresh = cutter(context.get());  // which has no graph yet
    const auto stop = [](void *user, const char *, std::int64_t, std::int64_t, double, double) {
      return --*static_cast<std::int64_t *>(user) == 0 ? 1 : 0;
    };
    ASSERT_EQ(manifact_solver_set_progress(fresh.get(), stop, &left), 0);
    EXPECT_EQ(manifact_solver_suggest_k(fresh.get(), matrix.get(), 2, 7, &out),
              MANIFACT_ERROR_CANCELLED)
        << last;
    EXPECT_EQ(out, nullptr);
  }
}

TEST(SuggestK, refuses_null_arguments) {
  const auto context = support::context();
  const auto matrix = blocks(context.get());
  const auto solver = cutter(context.get());
  manifact_suggestion *out = nullptr;
  EXPECT_EQ(manifact_solver_suggest_k(solver.get(), nullptr, 2, 7, &out), MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_solver_suggest_k(nullptr, matrix.get(), 2, 7, &out), MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_solver_suggest_k(solver.get(), matrix.get(), 2, 7, nullptr),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_suggestion_k(nullptr), -1);
  EXPECT_EQ(manifact_suggestion_count(nullptr), -1);
  EXPECT_EQ(manifact_suggestion_reason(nullptr), nullptr);
  manifact_suggestion_free(nullptr);
}

}  // namespace manifact
