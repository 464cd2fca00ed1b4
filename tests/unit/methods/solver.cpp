// methods/solver: the solver loop, driven by an algorithm with predefined objectives.
#include <tuple>

#include "methods/solver.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

using Values = std::vector<double>;

// Start s has the objectives scripts[s]: [0] before the first update, [t] after update t; the last
// one repeats. Its state is the pair (start, updates), so that keep and recall are observable.
struct Scripted final : Algorithm<double> {
  explicit Scripted(std::vector<Values> all) : scripts(std::move(all)) {}

  void start(Start given) override {
    current = static_cast<std::size_t>(starts.size());
    updates = 0;
    starts.push_back(given.rng.uniform());
    given_V = given.V;
    given_labels = given.labels;
  }
  void update() override { ++updates; }
  double objective() const override {
    return scripts[current % scripts.size()]
                  [std::min(updates, scripts[current % scripts.size()].size() - 1)];
  }
  bool monotone() const override { return is_monotone; }
  Index quiet_updates() const override {
    return asked_quiet > 0 ? asked_quiet : Algorithm<double>::quiet_updates();
  }
  bool solve_memberships(bool updated) override {
    if (!solves || !updated) return false;
    ++updates;
    return true;
  }
  bool fixed_point() const override { return updates >= fixed_after; }
  void keep() override { kept = {current, updates}; }
  void restore() override { std::tie(current, updates) = kept; }
  void finish() override { ++finished; }
  Factors<double> factors() override { return {}; }

  std::vector<Values> scripts;
  bool is_monotone = true, solves = false;
  Index asked_quiet = 0;
  std::size_t fixed_after = 1000000;
  std::size_t current = 0, updates = 0;
  std::pair<std::size_t, std::size_t> kept;
  Values starts;  // one random number per start
  const double *given_V = nullptr;
  const std::int32_t *given_labels = nullptr;
  int finished = 0;
};

// One start of `updates` updates with the tolerance disabled.
Schedule plan(std::int64_t updates) {
  return {
      .restarts = 1, .trial_iterations = 30, .max_iterations = updates, .tolerance = 0, .seed = 0};
}

struct Steps {
  std::vector<std::int64_t> done, total;
  Values objectives, changes;
  std::int64_t stop_at = -1;

  static int record(void *user, const char *, std::int64_t done, std::int64_t total,
                    double objective, double change) {
    auto &steps = *static_cast<Steps *>(user);
    if (done == 0) return 0;  // a stage begins
    steps.done.push_back(done);
    steps.total.push_back(total);
    steps.objectives.push_back(objective);
    steps.changes.push_back(change);
    return done == steps.stop_at ? 1 : 0;
  }
};

class Solver : public testing::Test {
 protected:
  Solver() {
    host_.monitor.progress = Steps::record;
    host_.monitor.progress_user = &steps_;
  }
  SolveTrace solved(Scripted &algorithm, const Schedule &plan) {
    return solve(algorithm, plan, Start{Rng(0)}, host_.run);
  }

  Host host_;
  Steps steps_;
};

TEST_F(Solver, history_is_the_objective_before_and_after_each_update) {
  Scripted algorithm({{9, 7, 6, 5.5}});
  const SolveTrace trace = solved(algorithm, plan(3));
  EXPECT_EQ(trace.history, (Values{9, 7, 6, 5.5}));
  EXPECT_EQ(trace.iterations(), 3);
  EXPECT_EQ(trace.objective(), 5.5);
  EXPECT_FALSE(trace.converged);
  EXPECT_EQ(algorithm.finished, 1);
}

TEST_F(Solver, no_update_is_made_when_none_is_asked_for) {
  Scripted algorithm({{9, 7}});
  const SolveTrace trace = solved(algorithm, {1, 30, 0, 0.5, 0});
  EXPECT_EQ(trace.history, Values{9});
  EXPECT_EQ(algorithm.updates, 0U);
  EXPECT_FALSE(trace.converged);
  EXPECT_EQ(algorithm.finished, 1);
}

TEST_F(Solver, stops_when_the_relative_decrease_is_below_the_tolerance) {
  // Decreases of 1/100 and 1/99: the third update, 0.5/98, is the first within the tolerance 0.01.
  Scripted algorithm({{100, 99, 98, 97.5, 90}});
  const SolveTrace trace = solved(algorithm, {1, 30, 10, 0.01, 0});
  EXPECT_EQ(trace.history, (Values{100, 99, 98, 97.5}));
  EXPECT_TRUE(trace.converged);
}

TEST_F(Solver, converged_is_reported_only_for_the_tolerance) {
  Scripted early({{100, 50, 25, 12}});
  EXPECT_FALSE(solved(early, {1, 30, 3, 0.01, 0}).converged) << "the limit came first";
  Scripted last({{100, 50, 50}});
  EXPECT_TRUE(solved(last, {1, 30, 2, 0.01, 0}).converged) << "met by the very last update";
}

TEST_F(Solver, tolerance_is_not_for_objectives_that_may_rise) {
  Scripted algorithm({{100, 100, 100, 80}});
  algorithm.is_monotone = false;
  const SolveTrace trace = solved(algorithm, {1, 30, 3, 0.01, 0});
  EXPECT_EQ(trace.iterations(), 3);
  EXPECT_FALSE(trace.converged);
}

TEST_F(Solver, an_objective_that_may_rise_stops_after_several_small_changes_in_a_row) {
  Scripted algorithm({{100, 100, 100, 90, 90, 90, 90, 80}});
  algorithm.is_monotone = false;
  algorithm.asked_quiet = 3;
  const SolveTrace trace = solved(algorithm, {1, 30, 10, 0.01, 0});
  EXPECT_EQ(trace.iterations(), 6);
  EXPECT_TRUE(trace.converged);
}

TEST_F(Solver, memberships_are_solved_after_the_last_update) {
  Scripted algorithm({{100, 99, 98, 70}});
  algorithm.solves = true;
  const SolveTrace trace = solved(algorithm, plan(2));
  EXPECT_EQ(trace.history, (Values{100, 99, 70})) << "no update of its own";
  Scripted start({{100, 70}});
  start.solves = true;
  EXPECT_EQ(solved(start, plan(0)).history, (Values{100})) << "no update was made";
}

TEST_F(Solver, tolerance_zero_never_stops) {
  Scripted algorithm({{100, 100, 100, 100}});
  const SolveTrace trace = solved(algorithm, plan(3));
  EXPECT_EQ(trace.iterations(), 3);
  EXPECT_FALSE(trace.converged);
}

TEST_F(Solver, an_increase_by_rounding_stops) {
  Scripted algorithm({{100, 90, 90.0000001, 80}});
  EXPECT_EQ(solved(algorithm, {1, 30, 10, 1e-5, 0}).iterations(), 2);
}

TEST_F(Solver, an_objective_of_zero_stops) {
  Scripted algorithm({{0, 0, 0}});
  EXPECT_EQ(solved(algorithm, {1, 30, 10, 1e-5, 0}).iterations(), 1);
}

TEST_F(Solver, a_fixed_point_stops_whatever_the_tolerance) {
  for (const bool monotone : {false, true}) {
    Scripted algorithm({{10, 9, 8, 7, 6}});
    algorithm.is_monotone = monotone;
    algorithm.fixed_after = 2;
    const SolveTrace trace = solved(algorithm, plan(10));
    EXPECT_EQ(trace.iterations(), 2);
    EXPECT_TRUE(trace.converged);
  }
}

TEST_F(Solver, start_of_lowest_objective_after_its_trial_goes_on) {
  // After two trial updates start 1 is best, although start 0 begins lower and start 2 ends lower.
  Scripted algorithm({{1, 50, 40, 30}, {90, 80, 20, 15, 12, 11}, {95, 90, 60, 0.1}});
  const SolveTrace trace = solved(algorithm, {3, 2, 3, 0, 0});
  EXPECT_EQ(trace.best_start, 1);
  EXPECT_EQ(trace.history, (Values{90, 80, 20, 15, 12, 11})) << "trial and all";
  EXPECT_EQ(algorithm.starts.size(), 3U);
  EXPECT_EQ(algorithm.current, 1U);
  EXPECT_EQ(algorithm.updates, 5U);
  EXPECT_EQ(algorithm.finished, 1);
}

TEST_F(Solver, ties_go_to_the_earlier_start) {
  Scripted algorithm({{9, 5}, {9, 4}, {9, 4}});
  EXPECT_EQ(solved(algorithm, {3, 1, 0, 0, 0}).best_start, 1);
}

TEST_F(Solver, one_start_has_no_trial) {
  Scripted algorithm({{9, 8, 7, 6}});
  EXPECT_EQ(solved(algorithm, {1, 2, 1, 0, 0}).iterations(), 1);
}

TEST_F(Solver, without_trials_each_start_runs_to_its_end) {
  Scripted algorithm({{9, 8, 7, 6, 1}, {9, 8, 5, 4, 3}});
  const SolveTrace trace = solved(algorithm, {2, 0, 3, 0, 0});
  EXPECT_EQ(trace.history, (Values{9, 8, 5, 4}));
  EXPECT_EQ(steps_.done.size(), 6U);
}

TEST_F(Solver, a_trial_that_converged_is_not_continued) {
  Scripted algorithm({{9, 5, 5, 1}, {9, 8, 7, 6}});
  const SolveTrace trace = solved(algorithm, {2, 2, 10, 1e-3, 0});
  EXPECT_EQ(trace.history, (Values{9, 5, 5}));
  EXPECT_TRUE(trace.converged);
}

TEST_F(Solver, convergence_of_a_start_that_lost_does_not_count) {
  Scripted algorithm({{9, 8, 8, 8}, {9, 7, 6, 5, 4}});
  const SolveTrace trace = solved(algorithm, {2, 2, 2, 1e-3, 0});
  EXPECT_EQ(trace.history, (Values{9, 7, 6, 5, 4}));
  EXPECT_FALSE(trace.converged);
}

TEST_F(Solver, starts_draw_from_streams_of_the_seed) {
  Scripted first({{9, 8}}), again({{9, 8}}), other({{9, 8}});
  solved(first, {4, 1, 1, 0, 5});
  solved(again, {4, 1, 1, 0, 5});
  solved(other, {4, 1, 1, 0, 6});
  EXPECT_EQ(first.starts, again.starts);
  EXPECT_NE(first.starts, other.starts);
  for (std::size_t s = 0; s < 4; ++s) EXPECT_EQ(first.starts[s], Rng(5, s).uniform());
}

TEST_F(Solver, what_the_caller_gave_reaches_the_algorithm) {
  Scripted algorithm({{9, 8}});
  const double V = 1;
  const std::int32_t label = 0;
  solve(algorithm, plan(1), Start{Rng(0), nullptr, &V, &label}, host_.run);
  EXPECT_EQ(algorithm.given_V, &V);
  EXPECT_EQ(algorithm.given_labels, &label);
}

TEST_F(Solver, an_objective_that_is_not_finite_is_an_error) {
  for (const double bad :
       {static_cast<double>(NAN), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
    Scripted at_start({{bad, 1}}), later({{9, 8, bad, 1}});
    expect_error(Status::numerics, "not finite after update 0", [&] { solved(at_start, plan(3)); });
    expect_error(Status::numerics, "not finite after update 2", [&] { solved(later, plan(3)); });
    EXPECT_EQ(later.finished, 0);
  }
}

TEST_F(Solver, progress_counts_to_its_total) {
  Scripted algorithm({{100, 80, 60, 40, 30}});
  solved(algorithm, plan(4));
  EXPECT_EQ(steps_.done, (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(steps_.total, std::vector<std::int64_t>(4, 4));
  EXPECT_EQ(steps_.objectives, (Values{80, 60, 40, 30}));
  for (std::size_t t = 0; t < 4; ++t)
    EXPECT_DOUBLE_EQ(steps_.changes[t], (Values{0.2, 0.25, 1.0 / 3, 0.25})[t]);
}

TEST_F(Solver, progress_covers_trials_and_the_rest) {
  Scripted algorithm({{100, 80, 60, 40, 30, 20}, {100, 80, 80, 80}, {100, 80, 61}});
  solved(algorithm, {3, 2, 3, 1e-3, 0});
  EXPECT_EQ(steps_.done, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(steps_.total, std::vector<std::int64_t>(9, 3 * 2 + 3));
}

TEST_F(Solver, progress_jumps_over_what_a_trial_did_not_need) {
  Scripted algorithm({{100, 100}, {100, 80, 60, 50, 40}});
  solved(algorithm, {2, 3, 1, 1e-3, 0});
  EXPECT_EQ(steps_.done, (std::vector<std::int64_t>{1, 4, 5, 6, 7}));
  EXPECT_EQ(steps_.total, std::vector<std::int64_t>(5, 7));
}

TEST_F(Solver, callback_cancels) {
  Scripted algorithm({{9, 8, 7, 6, 5}});
  steps_.stop_at = 2;
  expect_error(Status::cancelled, "", [&] { solved(algorithm, plan(4)); });
  EXPECT_EQ(algorithm.updates, 2U);
  EXPECT_EQ(algorithm.finished, 0);
}

TEST_F(Solver, another_thread_cancels) {
  Scripted algorithm({{9, 8, 7, 6, 5}});
  host_.monitor.cancel = true;
  expect_error(Status::cancelled, "", [&] { solved(algorithm, plan(4)); });
  EXPECT_LE(algorithm.updates, 1U) << "soon";
}

}  // namespace
}  // namespace manifact
