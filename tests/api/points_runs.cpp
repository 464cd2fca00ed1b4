// Points through the public API: stages, cancelling, memory, threads; marks, numbers of clusters.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "support/accuracy.hpp"

namespace {

struct Rows {
  int64_t m = 0;
  std::vector<double> values = {};
  std::vector<int32_t> truth = {};

  int64_t n() const { return static_cast<int64_t>(truth.size()); }
};

// Round groups of variance 1 in turn, n rows each, around these centers.
Rows round_groups(int n, const std::vector<std::vector<double>> &centers, double shift = 0) {
  std::mt19937 random(11);
  std::normal_distribution<double> noise;
  Rows rows{static_cast<int64_t>(centers.front().size())};
  for (int i = 0; i < n; ++i)
    for (std::size_t c = 0; c < centers.size(); ++c) {
      for (const double x : centers[c]) rows.values.push_back(x + noise(random) + shift);
      rows.truth.push_back(static_cast<int32_t>(c));
    }
  return rows;
}

Rows rings() {
  std::mt19937 random(12);
  std::normal_distribution<double> noise(0, 0.05);
  Rows rows{2};
  for (int i = 0; i < 500; ++i) {
    const double angle = 2.399963 * i, radius = (i % 2 == 0 ? 1 : 0.5);
    rows.values.push_back(radius * std::cos(angle) + noise(random));
    rows.values.push_back(radius * std::sin(angle) + noise(random));
    rows.truth.push_back(i % 2);
  }
  return rows;
}

Rows moons() {
  std::mt19937 random(13);
  std::normal_distribution<double> noise(0, 0.06);
  Rows rows{2};
  for (int i = 0; i < 500; ++i) {
    const double t = 3.14159 * i / 500, side = i % 2 == 0 ? 1 : -1;
    rows.values.push_back((side > 0 ? 0 : 1) + side * std::cos(t) + noise(random));
    rows.values.push_back((side > 0 ? 0 : 0.5) + side * std::sin(t) + noise(random));
    rows.truth.push_back(i % 2);
  }
  return rows;
}

class PointRuns : public testing::Test {
 protected:
  using Watch = std::function<int(const std::string &stage)>;

  support::Matrix matrix(const Rows &rows) {
    return support::matrix(context_.get(), rows.n(), rows.m, rows.values);
  }
  support::Model fit(const Rows &rows, int64_t k, const std::string &method = "auto",
                     const support::Settings &settings = {}) {
    return support::fit(support::solver(context_.get(), method, settings).get(), matrix(rows).get(),
                        k);
  }
  int fit_watched(const Rows &rows, int64_t k, const support::Settings &settings, Watch seen) {
    const auto X = matrix(rows);
    const auto solver = support::solver(context_.get(), "auto", settings);
    EXPECT_EQ(manifact_solver_set_progress(solver.get(), report, &seen), MANIFACT_OK);
    manifact_model *model = nullptr;
    const int status = manifact_solver_fit(solver.get(), X.get(), k, &model);
    EXPECT_EQ(model == nullptr, status < 0);
    manifact_model_free(model);
    message_ = manifact_solver_message(solver.get());
    return status;
  }
  std::vector<int32_t> weaknesses(const manifact_model *model) {
    std::vector<int32_t> found(static_cast<std::size_t>(manifact_model_clusters(model)));
    EXPECT_EQ(manifact_model_topic_numbers(context_.get(), model, nullptr, MANIFACT_SCORE_LIFT, 10,
                                           nullptr, nullptr, nullptr, found.data(),
                                           static_cast<int64_t>(found.size())),
              MANIFACT_OK);
    return found;
  }
  int64_t suggested(const Rows &rows, const support::Settings &settings = {}) {
    const auto X = matrix(rows);
    const auto solver = support::solver(context_.get(), "auto", settings);
    manifact_suggestion *out = nullptr;
    EXPECT_EQ(manifact_solver_suggest_k(solver.get(), X.get(), 2, 20, &out), MANIFACT_OK);
    reason_ = manifact_suggestion_reason(out);
    const int64_t k = manifact_suggestion_k(out);
    manifact_suggestion_free(out);
    return k;
  }

  support::Context context_ = support::context();
  std::string message_, reason_;

 private:
  static int report(void *user, const char *stage, int64_t, int64_t, double, double) {
    return (*static_cast<Watch *>(user))(stage);
  }
};

const std::vector<std::vector<double>> three = {{0, 0}, {14, 0}, {0, 14}};

TEST_F(PointRuns, every_stage_is_reported_and_can_be_cancelled) {
  // The first feature spreads about six times as much as the second: both scalings are tried.
  const Rows rows = round_groups(60, {{0, 0}, {14, 0}, {28, 3}});
  std::set<std::string> stages;
  EXPECT_GE(fit_watched(rows, 3, {},
                        [&](const std::string &stage) {
                          stages.insert(stage);
                          return 0;
                        }),
            0);
  for (const char *stage : {"scaling", "graph", "candidates", "assigning"}) {
    EXPECT_TRUE(stages.count(stage) == 1) << stage;
    int64_t later = 0;
    bool stopped = false;
    EXPECT_EQ(fit_watched(rows, 3, {},
                          [&](const std::string &now) {
                            later += stopped ? 1 : 0;
                            stopped = stopped || now == stage;
                            return stopped ? 1 : 0;
                          }),
              MANIFACT_ERROR_CANCELLED)
        << stage;
    EXPECT_EQ(later, 0) << stage;
  }
}

// The token is set while the candidates are computed, between two reports.
TEST_F(PointRuns, a_token_stops_within_a_stage) {
  const Rows rows = round_groups(400, three);
  for (const std::string last : {"graph", "candidates"}) {
    manifact_cancel_token *token = nullptr;
    ASSERT_EQ(manifact_cancel_token_create(&token), MANIFACT_OK);
    const auto X = matrix(rows);
    const auto solver = support::solver(context_.get(), "auto");
    ASSERT_EQ(manifact_solver_set_cancel_token(solver.get(), token), MANIFACT_OK);
    std::set<std::string> seen;
    Watch watch = [&](const std::string &stage) {
      seen.insert(stage);
      if (stage == last) manifact_cancel_token_request(token);
      return 0;
    };
    struct Pass {
      static int on(void *user, const char *stage, int64_t, int64_t, double, double) {
        return (*static_cast<Watch *>(user))(stage);
      }
    };
    ASSERT_EQ(manifact_solver_set_progress(solver.get(), Pass::on, &watch), MANIFACT_OK);
    manifact_model *model = nullptr;
    EXPECT_EQ(manifact_solver_fit(solver.get(), X.get(), 3, &model), MANIFACT_ERROR_CANCELLED);
    EXPECT_EQ(model, nullptr);
    EXPECT_EQ(seen.count("assigning"), 0u) << last;
    manifact_cancel_token_free(token);
  }
}

TEST_F(PointRuns, more_memory_than_the_budget_is_refused_with_its_name) {
  EXPECT_EQ(fit_watched(round_groups(600, three), 3, {{"memory-budget", "1048576"}},
                        [](const std::string &) { return 0; }),
            MANIFACT_ERROR_BUDGET);
  EXPECT_NE(message_.find("memory-budget of 1048576"), std::string::npos) << message_;
}

// More rows than are clustered themselves: a sample, means and posteriors of all rows.
TEST_F(PointRuns, many_rows_get_the_same_bits_for_any_threads_and_assign_as_they_are_labeled) {
  const Rows compact = round_groups(6700, {{0, 0}, {9, 0}, {0, 9}}), rows = [&] {
    Rows wide = compact;  // of unlike widths: a mixture
    for (std::size_t i = 0; i < wide.truth.size(); ++i)
      if (wide.truth[i] == 2) wide.values[2 * i] *= 4;
    return wide;
  }();
  for (const Rows &table : {compact, rows}) {
    const auto one = fit(table, 3, "auto", {{"threads", "1"}});
    EXPECT_EQ(support::diagnostic(one.get(), "points_sampled"), "8000");
    EXPECT_GE(accuracy(context_.get(), table.truth, one.get()), 0.99);
    const char *const threads = table.values == rows.values ? "4" : "2";
    EXPECT_EQ(support::memberships(fit(table, 3, "auto", {{"threads", threads}}).get()),
              support::memberships(one.get()));
    const auto X = matrix(table);
    EXPECT_EQ(support::assigned(context_.get(), one.get(), X.get()).labels,
              support::labels(one.get()));
    const auto single = fit(table, 3, "auto", {{"precision", "float"}});
    EXPECT_GE(accuracy(context_.get(), support::labels(one.get()), single.get()), 0.9999);
  }
}

TEST_F(PointRuns, separate_clusters_have_no_mark_wherever_the_origin_is) {
  for (const double shift : {0., 1e4, -1e6})
    for (const auto &centers : {std::vector<std::vector<double>>{{0, 0}, {14, 0}}, three}) {
      const Rows rows = round_groups(100, centers, shift);
      const auto k = static_cast<int64_t>(centers.size());
      for (const char *method : {"kmeans", "gmm", "can", "ncut", "clgr", "auto"}) {
        const auto model = fit(rows, k, method);
        EXPECT_EQ(accuracy(context_.get(), rows.truth, model.get()), 1) << method << shift;
        EXPECT_EQ(weaknesses(model.get()), std::vector<int32_t>(centers.size()))
            << method << " " << shift;
      }
    }
  for (const char *method : {"can", "ncut", "auto"})
    for (const Rows &rows : {rings(), moons()})
      EXPECT_EQ(weaknesses(fit(rows, 2, method).get()), std::vector<int32_t>(2)) << method;
}

// Methods of directions on positive points far from the origin, whose cosines are all nearly 1.
TEST_F(PointRuns, directions_of_far_points_do_not_make_them_alike) {
  const Rows rows = round_groups(100, three, 1000);
  for (const char *method : {"nmf", "spherical-kmeans"}) {
    const auto model = fit(rows, 3, method);
    ASSERT_EQ(accuracy(context_.get(), rows.truth, model.get()), 1) << method;
    EXPECT_EQ(weaknesses(model.get()), std::vector<int32_t>(3)) << method;
  }
}

TEST_F(PointRuns, clusters_that_divide_a_group_are_marked) {
  const Rows rows = round_groups(400, {{0, 0}, {0.5, 0}, {40, 0}});
  for (const char *method : {"kmeans", "gmm", "can", "ncut", "auto"}) {
    const auto model = fit(rows, 3, method);
    const std::vector<int32_t> found = weaknesses(model.get()),
                               labels = support::labels(model.get());
    int marked = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const bool far = labels[2] == static_cast<int32_t>(c);  // row 2 is one of the third group
      EXPECT_EQ(found[c] == MANIFACT_WEAKNESS_NONE, far) << method << " " << c;
      marked += found[c] == MANIFACT_WEAKNESS_NEAR_COPY ? 1 : 0;
    }
    EXPECT_GE(marked, 1) << method;
  }
}

TEST_F(PointRuns, the_number_of_groups_is_suggested) {
  EXPECT_EQ(suggested(round_groups(100, three)), 3) << reason_;
  EXPECT_NE(reason_.find("separation"), std::string::npos);
  EXPECT_EQ(suggested(round_groups(100, {{0, 0}, {14, 0}})), 2) << reason_;
  EXPECT_EQ(suggested(round_groups(100, three, 1e4)), 3) << reason_;
  EXPECT_EQ(suggested(rings()), 2) << reason_;
  EXPECT_EQ(suggested(moons()), 2) << reason_;
  EXPECT_EQ(suggested(round_groups(60, {{0, 0}, {9, 0}, {0, 9}, {9, 9}, {18, 4}})), 5) << reason_;
}

}  // namespace
