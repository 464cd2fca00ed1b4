// pipeline/cluster_count: bounds of its cost and memory, its warnings, and the graph that it keeps.
#include <cstdlib>
#include <set>

#include "pipeline/cluster_count.hpp"
#include "support/cluster_count_data.hpp"
#include "support/corpus.hpp"
#include "support/expect_error.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

double most_score(const CountEvaluation &row) { return static_cast<double>(row.k) * row.gap; }

TEST(ClusterCountBounds,
     no_more_rows_are_looked_into_than_it_says_and_those_of_largest_gap_for_their_place) {
  NOT_UNDER_SANITIZERS("time; planted_numbers_are_found runs the same code on fewer rows");
  Host host;
  const Suggestion found = suggested(planted(6, 40, host), 2, 30, host);
  EXPECT_EQ(found.k, 6) << found.reason;
  std::int64_t judged = 0;
  double least = INFINITY;
  for (const CountEvaluation &row : found.rows) {
    ASSERT_EQ(row.status, Status::ok);
    EXPECT_FALSE(std::isnan(row.gap)) << row.k;
    EXPECT_EQ(std::isnan(row.stability), std::isnan(row.score));
    EXPECT_EQ(std::isnan(row.stability), !row.why.empty()) << row.k;
    if (std::isnan(row.stability)) continue;
    ++judged;
    least = std::min(least, most_score(row));
  }
  EXPECT_EQ(judged, most_evaluated);
  for (const CountEvaluation &row : found.rows)
    if (std::isnan(row.stability)) {
      EXPECT_LE(most_score(row), least);
      EXPECT_LE(most_score(row), found.rows[4].score) << "could have been chosen";
      EXPECT_EQ(row.why, "not sampled: its k times gap is too small");
    }
}

TEST(ClusterCountBounds, the_row_of_a_number_does_not_depend_on_the_others) {
  Host host;
  // Four groups, and isolated pairs: small components for any number of clusters.
  const Graph groups = planted(4, 50, host);
  Plain S(230, 230);
  for (std::int64_t i = 0; i < 200; ++i)
    for (std::int64_t e = groups.S.indptr[i]; e < groups.S.indptr[i + 1]; ++e)
      S(i, groups.S.indices[e]) = groups.S.values[e];
  for (std::int64_t i = 200; i < 230; i += 3)
    S(i, i + 1) = S(i + 1, i) = S(i, i + 2) = S(i + 2, i) = 1;
  Graph graph = graph_of(S, host.memory);
  measure(graph, host.run);
  const Suggestion few = suggested(graph, 2, 6, host), many = suggested(graph, 2, 16, host);
  for (std::size_t i = 0; i < few.rows.size(); ++i) {
    EXPECT_NEAR(few.rows[i].eigenvalue, many.rows[i].eigenvalue, 1e-9) << few.rows[i].k;
    EXPECT_NEAR(few.rows[i].gap, many.rows[i].gap, 1e-7) << few.rows[i].k;
    EXPECT_NEAR(few.rows[i].stability, many.rows[i].stability, 0.02) << few.rows[i].k;
  }
}

TEST(ClusterCountBounds, rows_beyond_the_memory_budget_fail_alone) {
  Host host;
  const Graph graph = planted(3, 500, host);
  const std::int64_t budget = static_cast<std::int64_t>(bytes_of_samples(1500, 9));
  const Suggestion found =
      suggested(graph, 2, 12, host, {{"memory-budget", std::to_string(budget)}});
  EXPECT_EQ(found.k, 3) << found.reason;
  std::int64_t failed = 0;
  for (const CountEvaluation &row : found.rows) {
    if (bytes_of_samples(1500, row.k) <= static_cast<double>(budget)) {
      EXPECT_EQ(row.status, Status::ok) << row.k;
      continue;
    }
    ++failed;
    EXPECT_EQ(row.status, Status::budget) << row.k;
    EXPECT_NE(row.why.find("more than the memory-budget of " + std::to_string(budget)),
              std::string::npos)
        << row.why;
    EXPECT_TRUE(std::isnan(row.eigenvalue));
  }
  EXPECT_GT(failed, 0);
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_NE(found.warnings[0].find("of 11 numbers of clusters " + std::to_string(failed) +
                                   " failed and 0 are inaccurate"),
            std::string::npos)
      << found.warnings[0];
  expect_error(Status::budget,
               "no number of clusters can be evaluated: the eigenvectors of 12 clusters need", [&] {
                 suggested(graph, 12, 13, host, {{"memory-budget", "1048576"}});
               });
}

// The memory of more clusters: besides the vectors, the graph and the documents take the same as
// for few. The size is above that of the dense solver.
TEST(ClusterCountBounds, the_estimate_of_the_memory_is_not_below_what_is_held_nor_far_above) {
  NOT_UNDER_SANITIZERS("time of many eigenvectors; no other code");
  Host host;
  const Graph graph = planted(4, 260, host);
  const auto peak = [&](std::int64_t k) {
    Host other;
    suggested(graph, k, k, other, {{"readout", "kmeans"}, {"readout-starts", "1"}});
    return static_cast<double>(other.memory->peak());
  };
  const double least = peak(30);
  for (const std::int64_t k : {60, 90}) {
    const double held = peak(k) - least,
                 estimate = bytes_of_samples(1040, k) - bytes_of_samples(1040, 30);
    EXPECT_LE(held, estimate) << k;
    EXPECT_GE(held, 0.5 * estimate) << k;
  }
}

// An allocator of the host that fails in some allocations of a stage.
struct FailingStage {
  const Monitor *monitor;
  const char *stage;
  std::int64_t failures;
  static void *allocate(void *user, std::size_t size) {
    auto *self = static_cast<FailingStage *>(user);
    return std::string(self->monitor->stage) == self->stage && self->failures-- > 0
               ? nullptr
               : std::malloc(size);
  }
  static void release(void *, void *pointer) { std::free(pointer); }
};

TEST(ClusterCountBounds, eigenvectors_that_cannot_be_had_leave_those_of_half_as_many) {
  Host plain;
  const Graph graph = planted(4, 100, plain);
  for (const char *stage : {"eigenvectors", "samples"}) {
    Host host;
    FailingStage failing{&host.monitor, stage, 2};
    host.memory = std::make_shared<Memory>(FailingStage::allocate, FailingStage::release, &failing);
    host.run.memory = host.memory;
    const Suggestion found = suggested(graph, 2, 16, host);
    EXPECT_EQ(found.k, 4) << found.reason;
    for (const CountEvaluation &row : found.rows) {
      EXPECT_EQ(row.status, row.k <= 4 ? Status::ok : Status::memory) << stage << row.k;
      EXPECT_EQ(std::isnan(row.score), row.k > 4) << stage << row.k;
      EXPECT_EQ(row.why.empty(), row.k <= 4) << stage << row.k;
    }
    // Before it may be told that the graph does not fit any_documents().
    ASSERT_FALSE(found.warnings.empty());
    EXPECT_NE(
        found.warnings.back().find("of 15 numbers of clusters 12 failed and 0 are inaccurate"),
        std::string::npos)
        << found.warnings.back();
    for (std::size_t w = 0; w + 1 < found.warnings.size(); ++w)
      EXPECT_NE(found.warnings[w].find("vertex i must be document i"), std::string::npos)
          << found.warnings[w];
    failing.failures = 100;
    EXPECT_THROW(suggested(graph, 2, 16, host), Error);
  }
}

TEST(ClusterCountBounds, samples_are_read_out_by_the_options) {
  Host host;
  const Graph graph = planted(5, 40, host);
  std::set<double> stabilities;
  for (const char *readout : {"rotation", "cosine-kmeans", "kmeans"}) {
    const Suggestion found = suggested(graph, 2, 12, host, {{"readout", readout}});
    EXPECT_EQ(found.k, 5) << readout;
    stabilities.insert(found.rows.back().stability);
  }
  EXPECT_GE(stabilities.size(), 2u) << "beyond the planted number k-means and rotation differ";
  stabilities.clear();
  for (const char *starts : {"1", "2", "20"})
    stabilities.insert(
        suggested(graph, 2, 12, host, {{"readout", "kmeans"}, {"readout-starts", starts}})
            .rows.back()
            .stability);
  EXPECT_GE(stabilities.size(), 2u);
}

// A long band: its eigenvalues are so small and close that sixty rounds do not find them.
TEST(ClusterCountBounds, samples_with_inaccurate_eigenvectors_are_reported) {
  Host host;
  constexpr std::int64_t n = 1600, width = 6;
  Graph band;
  band.S = Csr<double>(host.memory, n, n, 2 * width * n);
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = std::max<std::int64_t>(0, i - width); j <= std::min(n - 1, i + width);
         ++j)
      if (j != i) band.S.indices[to] = static_cast<std::int32_t>(j), band.S.values[to++] = 1;
    band.S.indptr[i + 1] = to;
  }
  measure(band, host.run);
  const Suggestion found = suggested(band, 2, 4, host, {{"max-iterations", "2"}});
  for (const CountEvaluation &row : found.rows) {
    EXPECT_GT(row.eigenvalue, 0);
    EXPECT_EQ(row.status, Status::not_converged) << row.k;
    EXPECT_NE(row.why.find("of 5 samples did not converge"), std::string::npos) << row.why;
    EXPECT_FALSE(std::isnan(row.stability));
  }
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_NE(found.warnings[0].find("3 are inaccurate"), std::string::npos) << found.warnings[0];
}

struct Stages {
  std::set<std::string> seen;
  static int note(void *user, const char *stage, int64_t, int64_t, double, double) {
    auto *self = static_cast<Stages *>(user);
    self->seen.insert(stage);
    return 0;
  }
};

class Suggesting : public testing::Test {
 protected:
  std::unique_ptr<manifact_suggestion, void (*)(manifact_suggestion *)> suggest(
      manifact_solver *solver, const manifact_matrix *X) {
    manifact_suggestion *out = nullptr;
    EXPECT_EQ(manifact_solver_suggest_k(solver, X, 2, 6, &out), MANIFACT_OK)
        << manifact_solver_message(solver);
    return {out, manifact_suggestion_free};
  }
  api::Corpus corpus_ = api::corpus(30, 24, 3);
  support::Context context_ = support::context();
  support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_F(Suggesting, warnings_of_the_data_and_the_graph_are_part_of_the_suggestion) {
  const support::Solver s = support::solver(context_.get(), "ncut", {{"neighbors", "200"}});
  const auto found = suggest(s.get(), X_.get());
  ASSERT_GE(manifact_suggestion_warning_count(found.get()), 1);
  EXPECT_STREQ(manifact_suggestion_warning(found.get(), 0),
               "neighbors reduced from 200 to 29: there are only 30 documents");
  EXPECT_EQ(manifact_suggestion_warning(found.get(), -1), nullptr);
  EXPECT_EQ(
      manifact_suggestion_warning(found.get(), manifact_suggestion_warning_count(found.get())),
      nullptr);
  EXPECT_EQ(manifact_suggestion_warning(nullptr, 0), nullptr);
  EXPECT_EQ(manifact_suggestion_warning_count(nullptr), -1);
  const support::Solver fine = support::solver(context_.get(), "ncut", {{"neighbors", "8"}});
  EXPECT_EQ(manifact_suggestion_warning_count(suggest(fine.get(), X_.get()).get()), 0);
}

TEST_F(Suggesting, the_fit_that_follows_takes_the_graph_and_gives_the_same_model) {
  const support::Settings settings = {{"neighbors", "200"}};
  const support::Solver fresh = support::solver(context_.get(), "ncut", settings),
                        s = support::solver(context_.get(), "ncut", settings);
  const std::string right =
      api::bytes(context_.get(), support::fit(fresh.get(), X_.get(), 3).get());
  suggest(s.get(), X_.get());
  Stages stages;
  ASSERT_EQ(manifact_solver_set_progress(s.get(), Stages::note, &stages), MANIFACT_OK);
  const support::Model model = support::fit(s.get(), X_.get(), 3);
  EXPECT_EQ(api::bytes(context_.get(), model.get()), right);
  EXPECT_EQ(stages.seen.count("graph"), 0u) << "was built again";
  EXPECT_EQ(support::diagnostic(model.get(), "graph"), "knn");
  // With other options of the graph, or other data, the graph is built again.
  ASSERT_EQ(manifact_solver_set_text(s.get(), "neighbors", "5"), MANIFACT_OK);
  ASSERT_EQ(manifact_solver_set_text(fresh.get(), "neighbors", "5"), MANIFACT_OK);
  EXPECT_EQ(api::bytes(context_.get(), support::fit(s.get(), X_.get(), 3).get()),
            api::bytes(context_.get(), support::fit(fresh.get(), X_.get(), 3).get()));
  EXPECT_EQ(stages.seen.count("graph"), 1u);
  const api::Corpus other = api::corpus(36, 24, 3);
  const support::Matrix Y = api::csr(context_.get(), other);
  EXPECT_EQ(api::bytes(context_.get(), support::fit(s.get(), Y.get(), 3).get()),
            api::bytes(context_.get(), support::fit(fresh.get(), Y.get(), 3).get()));
}

TEST_F(Suggesting, a_call_that_is_refused_changes_nothing) {
  const support::Solver s = support::solver(context_.get(), "ncut", {{"neighbors", "8"}});
  suggest(s.get(), X_.get());
  const api::Corpus other = api::corpus(36, 24, 3);
  const support::Matrix Y = api::csr(context_.get(), other);
  manifact_suggestion *out = nullptr;
  EXPECT_EQ(manifact_solver_suggest_k(s.get(), Y.get(), 1, 6, &out), MANIFACT_ERROR_ARGUMENT);
  Stages stages;
  ASSERT_EQ(manifact_solver_set_progress(s.get(), Stages::note, &stages), MANIFACT_OK);
  support::fit(s.get(), X_.get(), 3);
  EXPECT_EQ(stages.seen.count("graph"), 0u) << "was built again";
}

TEST_F(Suggesting, duplicates_keep_the_clusters_of_their_originals_when_the_graph_is_taken) {
  api::Corpus twice = corpus_;
  for (std::size_t e = 0; e < static_cast<std::size_t>(corpus_.entries()); ++e) {
    twice.indices.push_back(corpus_.indices[e]);
    twice.values.push_back(corpus_.values[e]);
  }
  for (std::size_t i = 1; i < corpus_.indptr.size(); ++i)
    twice.indptr.push_back(corpus_.entries() + corpus_.indptr[i]);
  twice.n = 2 * corpus_.n;
  const support::Matrix X = api::csr(context_.get(), twice);
  const support::Solver s = support::solver(context_.get(), "ncut", {{"neighbors", "6"}}),
                        fresh = support::solver(context_.get(), "ncut", {{"neighbors", "6"}});
  suggest(s.get(), X.get());
  const support::Model model = support::fit(s.get(), X.get(), 3);
  EXPECT_EQ(support::diagnostic(model.get(), "graph_collapsed"), "30");
  EXPECT_EQ(api::bytes(context_.get(), model.get()),
            api::bytes(context_.get(), support::fit(fresh.get(), X.get(), 3).get()));
}

}  // namespace
}  // namespace manifact
