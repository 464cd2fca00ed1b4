// Sparse manifold clustering and embedding (Elhamifar, Vidal 2011): each point as an affine
// combination of a few neighbors, with preference for near ones, in the tangent directions.
//
//   y_j = (x_j - x_i) / |x_j - x_i|,   q_j = |x_j - x_i| / sum_l |x_l - x_i|
//         j the K nearest other points
//   min_c  lambda |q o c|_1 + |Y c|^2 / 2,   sum c = 1
//   w_j ~ |c_j| / |x_j - x_i|, to sum 1;  the largest up to a share `mass`;   W = max(w_ij, w_ji)
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct LocalExpression {
  // Row i: the coefficients and the weights of point i, before truncation.
  Csr<double> C, W;
  Index incomplete = 0;  // points whose minimum was not reached
};

// near: the `count` nearest of each row of X (n x count), with squared distances; those at distance
// 0 are skipped.
LocalExpression local_expression(const PointView &X, const Array<NearPoint> &near, Index count,
                                 double lambda, ExecutionContext &run);

}  // namespace manifact
