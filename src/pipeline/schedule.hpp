// The options that control the solver loop, as its schedule.
#pragma once

#include "methods/method.hpp"
#include "methods/solver.hpp"

namespace manifact {

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
