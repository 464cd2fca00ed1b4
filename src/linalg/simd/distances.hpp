// Squared distances from one point to eight others that stand side by side, for the search of
// neighbors (graph/neighbors/euclidean/near_points.hpp).
//
//   points   out_l = sum_c (y_c - P_cl)^2
//            P is d x 8
//   boxes    out_l = sum_c max(lo_cl - y_c, y_c - hi_cl, 0)^2
//            lo and hi in turn, row by row: d x (8 + 8)
//
// Columns are added in their order, every operation is rounded on its own (no fused multiply-add),
// and rounding is monotone: so a distance has the same bits for (i, j) and (j, i) and on every
// processor, and the distance to a box is never above that to a point in it, to the last bit.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

struct DistanceKernels {
  static constexpr Index lanes = 8;

  // Where every sum is above `limit` before the last column the rest is not added up: what is there
  // is above the limit already.
  void (*points)(const double *block, Index d, const double *y, double limit, double *out) noexcept;
  void (*boxes)(const double *block, Index d, const double *y, double limit, double *out) noexcept;
};

// The best set for this processor.
const DistanceKernels &distance_kernels() noexcept;

namespace baseline {
extern const DistanceKernels distance_kernels;
}
namespace avx2 {
extern const DistanceKernels distance_kernels;
}
namespace avx512 {
extern const DistanceKernels distance_kernels;
}

}  // namespace manifact
