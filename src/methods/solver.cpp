#include "methods/solver.hpp"

#include <cmath>

#include "runtime/error.hpp"

namespace manifact {
namespace {

// Progress over all starts of one plan.
struct Steps {
  std::int64_t done = 0, total = 0;
};

// restarts * trial + rest, or 0 (not known) where that is no number.
std::int64_t total_steps(std::int64_t restarts, std::int64_t trial, std::int64_t rest) {
  std::int64_t total = 0;
  return __builtin_mul_overflow(restarts, trial, &total) || __builtin_add_overflow(total, rest, &total) ? 0 : total;
}

double relative_decrease(double before, double after) {
  const double size = std::fabs(before);
  return size > 0 ? (before - after) / size : 0;
}

template <class T>
double checked_objective(const Algorithm<T> &algorithm, std::int64_t update) {
  const double value = algorithm.objective();
  if (!std::isfinite(value)) fail(Status::numerics, "the objective is not finite after update %lld", static_cast<long long>(update));
  return value;
}

// A residual costs half an update: looked at now and then.
template <class T>
bool is_stationary(const Algorithm<T> &algorithm, std::int64_t update, double tolerance) {
  constexpr std::int64_t between = 5;
  return tolerance > 0 && update % between == 0 && algorithm.residual() < tolerance;
}

template <class T>
void iterate(Algorithm<T> &algorithm, Course &course, std::int64_t updates, const Plan &plan, Steps &steps, Run &run) {
  for (std::int64_t i = 0; i < updates && !course.converged; ++i) {
    algorithm.update();
    const double before = course.objective();
    const double after = checked_objective(algorithm, course.iterations() + 1);
    const double change = relative_decrease(before, after);
    course.history.push_back(after);
    course.stationary = is_stationary(algorithm, course.iterations(), plan.kkt_tolerance);
    course.converged = course.stationary || algorithm.fixed_point() ||
                       (algorithm.monotone() && plan.tolerance > 0 && std::fabs(change) < plan.tolerance);
    run.monitor.report(++steps.done, steps.total, after, change);
  }
}

}  // namespace

template <class T>
Course solve(Algorithm<T> &algorithm, const Plan &plan, const Start &given, Run &run) {
  const bool several = plan.restarts > 1;
  const std::int64_t trial = plan.trial_iterations > 0 ? plan.trial_iterations : plan.max_iterations;
  const std::int64_t rest = several && plan.trial_iterations == 0 ? 0 : plan.max_iterations;
  Steps steps{0, total_steps(several ? plan.restarts : 0, trial, rest)};
  Course best;
  for (std::int64_t r = 0; r < plan.restarts; ++r) {
    Start start = given;
    start.rng = Rng(plan.seed, static_cast<std::uint64_t>(r));
    if (r == 0) run.monitor.enter("start");
    algorithm.start(start);
    if (r == 0) run.monitor.enter("fit", steps.total);
    Course course;
    course.history = {checked_objective(algorithm, 0)};
    course.converged = algorithm.solved();
    course.best_start = r;
    if (several) iterate(algorithm, course, trial, plan, steps, run);
    steps.done = several && steps.total > 0 ? (r + 1) * trial : steps.done;
    if (r > 0 && !(course.objective() < best.objective())) continue;
    best = std::move(course);
    if (several) algorithm.keep();
  }
  if (several) algorithm.recall();
  iterate(algorithm, best, rest, plan, steps, run);
  best.residual = algorithm.residual();
  algorithm.finish();
  return best;
}

template Course solve<float>(Algorithm<float> &, const Plan &, const Start &, Run &);
template Course solve<double>(Algorithm<double> &, const Plan &, const Start &, Run &);

}  // namespace manifact
