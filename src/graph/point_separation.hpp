// How separate clusters of points are, whatever their shape. Of clusters c and d, between 0 and 1:
//
//   s_cd = max(gap, gain),   1 if no point of one is among the 15 nearest neighbors of the other
//
//   gap    max(0, 2 r - 1), r the mean rank, 0 to 1, of the points of each cluster that have such a
//          neighbor in the other one, among all points of their own cluster by the distance of the
//          15th neighbor: 1 if the points between the clusters are the sparsest, at most 1/2 on
//          average if the density does not fall between them. Two points of rank 1 are added, so
//          that a few points are no evidence.
//   gain   max(0, 1 - H / G), H the entropy of the shares p of the two clusters, G the larger of
//          ln s - p_c ln s_c - p_d ln s_d for the standard deviations along the difference of the
//          means, and the same for the root of the total variance, times the number of features of
//          equal variance that the features stand for. G <= H if one Gaussian describes both
//          clusters at least as well as two: half of a normal distribution has the variance 0.36.
//
// The separation of c is the least s_cd.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Of each of the k clusters of dense rows; not a number without another cluster with points. Of
// more than 20,000 rows, that of a sample. Labels below 0: no cluster.
std::vector<double> point_separations(const DataView<double> &X, const Array<std::int32_t> &labels,
                                      Index k, ExecutionContext &run);

// The least of them; 0 unless each of the k clusters has points.
double smallest_separation(const DataView<double> &X, const Array<std::int32_t> &labels, Index k,
                           ExecutionContext &run);

}  // namespace manifact
