// The one loop of all methods: start, update, stop; restarts with short trials, history, progress, cancel.
#pragma once

#include <limits>
#include <vector>

#include "methods/method.hpp"

namespace manifact {

struct Plan {
  std::int64_t restarts;
  std::int64_t trial_iterations;  // of each start, when there are several; 0 = max_iterations
  std::int64_t max_iterations;
  double tolerance;  // of the relative decrease of the objective; 0 = never
  std::uint64_t seed;
  double kkt_tolerance = 0;  // of the algorithm's residual; 0 = never
};

// What happened on the way to the factors.
struct Course {
  std::vector<double> history;  // objective before the first and after each update
  bool converged = false;
  bool stationary = false;  // converged by the residual
  double residual = std::numeric_limits<double>::quiet_NaN();  // of the KKT conditions, at the end
  std::int64_t best_start = 0;

  double objective() const { return history.back(); }
  std::int64_t iterations() const { return static_cast<std::int64_t>(history.size()) - 1; }
};

template <class T>
Course solve(Algorithm<T> &algorithm, const Plan &plan, const Start &given, Run &run);

}  // namespace manifact
