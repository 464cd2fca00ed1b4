// How the scale of the factors is fixed, and in which order they move; see lccf.cpp.
#pragma once

#include "options/options.hpp"

namespace manifact {

enum class Normalization { scale_invariant, final_step, per_update, unit_memberships, none };

inline Normalization normalization_of(const Options &options) {
  if (options.is(Key::normalization, "final")) return Normalization::final_step;
  if (options.is(Key::normalization, "per-update")) return Normalization::per_update;
  if (options.is(Key::normalization, "unit-memberships")) return Normalization::unit_memberships;
  if (options.is(Key::normalization, "none")) return Normalization::none;
  return Normalization::scale_invariant;
}

}  // namespace manifact
