// What eigenvalues are compared with.
#pragma once

#include <lapacke.h>

#include "support/numbers.hpp"

namespace manifact {

// All eigenvalues of a symmetric matrix, falling, by LAPACK alone.
inline std::vector<double> spectrum_by_lapack(Plain A) {
  const auto n = static_cast<lapack_int>(A.rows);
  std::vector<double> values(static_cast<std::size_t>(n));
  std::vector<lapack_int> support(2 * static_cast<std::size_t>(n));
  lapack_int found = 0;
  double none = 0;
  EXPECT_EQ(LAPACKE_dsyevr(LAPACK_COL_MAJOR, 'N', 'A', 'U', n, A.values.data(), n, 0, 0, 0, 0, 0,
                           &found, values.data(), &none, 1, support.data()),
            0);
  EXPECT_EQ(found, n);
  return {values.rbegin(), values.rend()};
}

}  // namespace manifact
