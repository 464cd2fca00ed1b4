#include "linalg/simplex.hpp"

#include <algorithm>
#include <functional>

namespace manifact {

void project_on_simplex(double *u, std::int64_t count, double *scratch) noexcept {
  std::copy_n(u, count, scratch);
  std::sort(scratch, scratch + count, std::greater<>());
  const double theta = simplex_threshold(count, [&](std::int64_t j) { return scratch[j]; });
  for (std::int64_t j = 0; j < count; ++j) u[j] = std::max(u[j] - theta, 0.0);
}

}  // namespace manifact
