// Squared distances from one point to eight others stored side by side, for the neighbor search
// (graph/neighbors/euclidean/near_points.hpp).
//
//   points   out_l = sum_c (y_c - P_cl)^2
//            P is d x 8
//   boxes    out_l = sum_c max(lo_cl - y_c, y_c - hi_cl, 0)^2
//            lo and hi in turn, row by row: d x (8 + 8)
//
// Columns are added in order, every operation is rounded separately (no fused multiply-add), and
// rounding is monotone. Therefore a distance has the same bits for (i, j) and (j, i) and on every
// processor, and the distance to a box never exceeds that to a point in it, even in the last bit.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

struct DistanceKernels {
  static constexpr Index lanes = 8;

  // If every sum exceeds `limit` before the last column, the remaining columns are skipped: the
  // partial sums exceed the limit already.
  void (*points)(const double *block, Index d, const double *y, double limit, double *out) noexcept;
  void (*boxes)(const double *block, Index d, const double *y, double limit, double *out) noexcept;
};

// The best implementation for this processor.
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
