// The nearest point of the simplex {x >= 0, sum x = 1}:
//
//   u_(1) >= u_(2) >= ..,  rho = max {j : u_(j) - (sum_{h<=j} u_(h) - 1) / j > 0},
//   theta = (sum_{h<=rho} u_(h) - 1) / rho,  x = max(u - theta, 0)
//
// Held, Wolfe, Crowder 1974. The result is invariant to a constant added to all of u: subtract the
// largest value if u is large, to preserve precision.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

// theta for u in descending order: value(j) is u_(j+1). 0 if there are no values.
template <class Value>
double simplex_threshold(Index count, Value &&value) noexcept {
  double sum = 0, theta = 0;
  for (Index j = 0; j < count; ++j) {
    sum += value(j);
    const double candidate = (sum - 1) / static_cast<double>(j + 1);
    if (!(value(j) - candidate > 0)) break;  // the condition fails for all later j too
    theta = candidate;
  }
  return theta;
}

}  // namespace manifact
