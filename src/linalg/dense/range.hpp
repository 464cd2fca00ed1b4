// Numbers whose squares must stay within the range of a double.
#pragma once

#include <algorithm>
#include <cmath>

#include "linalg/dense/dense.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
double largest_magnitude(const T *values, Index count) noexcept {
  // Not as doubles: GCC 12 for aarch64 cannot compile that loop of floats.
  T most = 0;
  for (Index e = 0; e < count; ++e) most = std::fmax(most, std::fabs(values[e]));
  return static_cast<double>(most);
}

// For a non-negative quantity computed as a difference: negative values are rounding errors and
// become 0. NaN stays.
inline double not_negative(double value) noexcept { return value < 0 ? 0 : value; }

// The exponent of the power of two that scales the largest magnitude to about 1; 0 if all are zero,
// or if there is none, as for factors that grew beyond the range. Scaling by it is exact, except at
// the ends of the exponent range.
inline int exponent_to_one(double most) noexcept {
  return most > 0 && std::isfinite(most) ? -std::ilogb(most) : 0;
}

}  // namespace manifact
