// The floor of the denominators of multiplicative updates (option floor).
#pragma once

#include "options/plan.hpp"

namespace manifact {

// max(den, absolute, relative * largest den in the row).
struct Floor {
  double absolute, relative;
};

template <class T>
Floor floor_of(const Plan &plan) noexcept {
  return plan.floor == FloorKind::reference
             ? Floor{.absolute = 1e-10, .relative = 0}
             : Floor{.absolute = sizeof(T) == 8 ? 1e-300 : 1e-36, .relative = 1e-16};
}

}  // namespace manifact
