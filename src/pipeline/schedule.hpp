// The options that control the solver loop, as its schedule.
#pragma once

#include "methods/method.hpp"
#include "methods/solver.hpp"

namespace manifact {

inline Schedule schedule_of(const Method &method, const Options &options, bool given_start) {
  const auto seed = static_cast<std::uint64_t>(options.integer(Key::seed));
  if (method.spectral) return {1, 0, 0, 0, seed};
  Schedule schedule{options.integer(Key::restarts), options.integer(Key::trial_iterations),
                    options.integer(Key::max_iterations), options.real(Key::tolerance), seed};
  if (options.uses(Key::kkt_tolerance)) schedule.kkt_tolerance = options.real(Key::kkt_tolerance);
  if (given_start) schedule.restarts = 1;
  return schedule;
}

}  // namespace manifact
