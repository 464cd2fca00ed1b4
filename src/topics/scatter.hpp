// Positions of points on a scatter plot, and their distances to the centers. It is a picture only.
#pragma once

#include <array>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "topics/point_features.hpp"

namespace manifact {

struct Scatter {
  std::vector<double> positions;       // n x 2
  std::vector<double> axes;            // m x 2: the weight of each feature in each axis
  std::array<double, 2> shares{0, 0};  // of each axis in the variance
};

// Two features or one are the axes themselves, in the units of the rows as given; the second
// coordinate of a single feature only spreads the points. More features: the two principal axes of
// the rows as clustered, centered, with a positive largest weight.
Scatter scatter(const PointRows &rows, ExecutionContext &run);

// n: of each row to the centroid of its cluster, as clustered; 0 for an unassigned row.
std::vector<double> center_distances(const Model &model, const DenseRows &rows,
                                     ExecutionContext &run);

}  // namespace manifact
