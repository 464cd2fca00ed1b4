// A neighbor with its squared distance, and the order of neighbors.
#pragma once

#include <cstdint>

namespace manifact {

struct NearPoint {
  double distance;  // squared
  std::int32_t index;
  bool operator<(const NearPoint &other) const noexcept {
    return distance < other.distance || (distance == other.distance && index < other.index);
  }
};

}  // namespace manifact
