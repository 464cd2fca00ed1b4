// The solver loop of all methods: start, update, stop; restarts with short trials, history,
// progress and cancellation.
#pragma once

#include <limits>
#include <vector>

#include "methods/method.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Schedule {
  Index restarts;
  Index trial_iterations;  // of each start, if there are several; 0 = max_iterations
  Index max_iterations;
  double tolerance;  // relative decrease of the objective; 0 = never
  std::uint64_t seed;
  double kkt_tolerance = 0;  // of the algorithm's residual; 0 = never
};

// The trace of a solve.
struct SolveTrace {
  std::vector<double> history;  // objective before the first and after each update
  bool converged = false;
  bool stationary = false;                                     // converged by the KKT residual
  double residual = std::numeric_limits<double>::quiet_NaN();  // of the KKT conditions, at the end
  Index best_start = 0;
  Index quiet = 0;  // number of last updates that changed the objective by less than the tolerance

  double objective() const { return history.back(); }
  Index iterations() const { return static_cast<Index>(history.size()) - 1; }
};

template <class T>
SolveTrace solve(Algorithm<T> &algorithm, const Schedule &schedule, const Start &first,
                 ExecutionContext &run);

// The options that control the solver loop, as its schedule.
inline Schedule schedule_of(const Method &method, const Options &options, bool given_start) {
  const auto seed = static_cast<std::uint64_t>(options.integer(Key::seed));
  if (method.spectral)
    return {
        .restarts = 1, .trial_iterations = 0, .max_iterations = 0, .tolerance = 0, .seed = seed};
  Schedule schedule{.restarts = options.integer(Key::restarts),
                    .trial_iterations = options.integer(Key::trial_iterations),
                    .max_iterations = options.integer(Key::max_iterations),
                    .tolerance = options.real(Key::tolerance),
                    .seed = seed};
  if (options.uses(Key::kkt_tolerance)) schedule.kkt_tolerance = options.real(Key::kkt_tolerance);
  if (given_start) schedule.restarts = 1;
  return schedule;
}

}  // namespace manifact
