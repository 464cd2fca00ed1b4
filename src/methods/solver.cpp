#include "methods/solver.hpp"

#include <cmath>

#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Progress over all starts of one schedule.
struct Steps {
  Index done = 0, total = 0;
};

// restarts * trial + rest, or 0 (unknown) if that overflows.
Index total_steps(Index restarts, Index trial, Index rest) {
  Index total = 0;
  return __builtin_mul_overflow(restarts, trial, &total) ||
                 __builtin_add_overflow(total, rest, &total)
             ? 0
             : total;
}

double relative_decrease(double before, double after) {
  const double size = std::fabs(before);
  return size > 0 ? (before - after) / size : 0;
}

template <class T>
double checked_objective(const Algorithm<T> &algorithm, Index update) {
  const double value = algorithm.objective();
  if (!std::isfinite(value))
    fail(Status::numerics, "the objective is not finite after update %lld",
         static_cast<long long>(update));
  return value;
}

// A residual costs half an update and is therefore computed only every few updates.
template <class T>
bool is_stationary(const Algorithm<T> &algorithm, Index update, double tolerance) {
  constexpr Index between = 5;
  return tolerance > 0 && update % between == 0 && algorithm.residual() < tolerance;
}

template <class T>
void iterate(Algorithm<T> &algorithm, SolveTrace &trace, Index updates, const Schedule &schedule,
             Steps &steps, ExecutionContext &run) {
  for (Index i = 0; i < updates && !trace.converged; ++i) {
    algorithm.update();
    const double before = trace.objective();
    const double after = checked_objective(algorithm, trace.iterations() + 1);
    const double change = relative_decrease(before, after);
    trace.history.push_back(after);
    trace.stationary = is_stationary(algorithm, trace.iterations(), schedule.kkt_tolerance);
    trace.quiet = std::fabs(change) < schedule.tolerance ? trace.quiet + 1 : 0;
    trace.converged = trace.stationary || algorithm.fixed_point() ||
                      (algorithm.quiet_updates() > 0 && trace.quiet >= algorithm.quiet_updates());
    run.monitor.report(++steps.done, steps.total, after, change);
  }
}

}  // namespace

template <class T>
SolveTrace solve(Algorithm<T> &algorithm, const Schedule &schedule, const Start &first,
                 ExecutionContext &run) {
  const bool several = schedule.restarts > 1;
  const Index trial =
      schedule.trial_iterations > 0 ? schedule.trial_iterations : schedule.max_iterations;
  const Index rest = several && schedule.trial_iterations == 0 ? 0 : schedule.max_iterations;
  Steps steps{.done = 0, .total = total_steps(several ? schedule.restarts : 0, trial, rest)};
  SolveTrace best;
  for (Index r = 0; r < schedule.restarts; ++r) {
    Start start = first;
    start.rng = Rng(schedule.seed, static_cast<std::uint64_t>(r));
    if (r == 0) run.monitor.enter("start");
    algorithm.start(start);
    if (r == 0) run.monitor.enter("fit", steps.total);
    SolveTrace trace;
    trace.history = {checked_objective(algorithm, 0)};
    trace.converged = algorithm.solved();
    trace.best_start = r;
    if (several) iterate(algorithm, trace, trial, schedule, steps, run);
    steps.done = several && steps.total > 0 ? (r + 1) * trial : steps.done;
    if (r > 0 && !algorithm.improves(trace.objective(), best.objective())) continue;
    best = std::move(trace);
    if (several) algorithm.keep();
  }
  if (several) algorithm.restore();
  iterate(algorithm, best, rest, schedule, steps, run);
  if (algorithm.solve_memberships(best.iterations() > 0))
    best.history.back() = checked_objective(algorithm, best.iterations());
  if (algorithm.goes_back()) {
    best.history.back() = checked_objective(algorithm, 0);
    best.converged = best.stationary = false;
  }
  best.residual = algorithm.residual();
  algorithm.finish();
  return best;
}

template SolveTrace solve<float>(Algorithm<float> &, const Schedule &, const Start &,
                                 ExecutionContext &);
template SolveTrace solve<double>(Algorithm<double> &, const Schedule &, const Start &,
                                  ExecutionContext &);

}  // namespace manifact
