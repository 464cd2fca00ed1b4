// Points for the tests of adaptive neighbors, and their nearest points by a slow, obvious search
// that the fast ones must equal bitwise.
#pragma once

#include <algorithm>
#include <vector>

#include "graph/neighbors/euclidean/near_points.hpp"
#include "reference/neighbors.hpp"

namespace manifact {

inline double plain_distance(const Plain &Y, std::int64_t i, std::int64_t j) {
  const double *const a = Y.row(i), *const b = Y.row(j);
  double sum = 0;
  for (std::int64_t c = 0; c < Y.columns; ++c) {
    const volatile double off = a[c] - b[c], square = off * off;  // each rounded separately
    sum += square;
  }
  return sum;
}

inline std::vector<NearPoint> plain_nearest(const Plain &Y, std::int64_t q) {
  std::vector<NearPoint> all;
  for (std::int64_t i = 0; i < Y.rows; ++i) {
    std::vector<NearPoint> row;
    for (std::int64_t j = 0; j < Y.rows; ++j)
      if (j != i) row.push_back({plain_distance(Y, i, j), static_cast<std::int32_t>(j)});
    std::partial_sort(row.begin(), row.begin() + q, row.end());
    all.insert(all.end(), row.begin(), row.begin() + q);
  }
  return all;
}

// Groups around corners, like rows of memberships.
inline Plain memberships(std::int64_t n, std::int64_t d, double spread, std::uint64_t seed) {
  Plain Y = random_plain(n, d, seed);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t c = 0; c < d; ++c)
      Y(i, c) = spread * Y(i, c) * Y(i, c) + (i % d == c ? 1 : 0);
  return Y;
}

}  // namespace manifact
