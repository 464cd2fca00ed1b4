// Whether dense rows of more than 50 features are points, too. Cosines, the default for embeddings
// and images, cannot tell groups that differ in length, or one around the origin:
//
//   cut(labels of preset=dense) > 1.5 cut(k-means)
//
// with the normalized cut of the Euclidean graph (methods/start/points/point_graph.hpp) of at most
// 2,000 rows, evenly spaced by their distance to the center.
#pragma once

#include "linalg/sparse/matrix.hpp"
#include "pipeline/report.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The labels of a fit.
using LabelsOfFit = Array<std::int32_t> (*)(const Matrix &X, Index k, const Options &options,
                                            ExecutionContext &run);

template <class T>
bool are_wide_points(const Matrix &X, Index k, const Options &requested, LabelsOfFit labels_of_fit,
                     Report &report, ExecutionContext &run);

}  // namespace manifact
