// The rows of a model of points, and how their features differ between the clusters. Points are
// dense rows whose values are features: neither counts nor rows of unit length nor a kernel matrix.
#pragma once

#include <array>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/weighted_data.hpp"

namespace manifact {

class PointRows {
 public:
  // X: the rows of the fit, or null for those that the model keeps. Throws Error(argument) if they
  // are not points or missing, Error(mismatch) if X has another shape.
  PointRows(const Model &model, const Matrix *X, ExecutionContext &run);

  PointRows(PointRows &&) = delete;

  const Matrix &unscaled() const noexcept { return *unscaled_; }  // as given
  const DenseRows &fitted() const noexcept { return fitted_; }    // as clustered

 private:
  const Matrix *unscaled_;
  WeightedData<double> own_;
  DenseRows fitted_;
};

// In the units of the rows as given. The mean of an empty cluster is NaN and its score 0, as are
// the scores of a feature with a single value.
struct PointFeatures {
  std::vector<double> means, scores;    // m x k: mean, and (mean - mean of all) / deviation of all
  std::vector<double> mean, deviation;  // m: of all rows; the squares are divided by their number
};
PointFeatures point_features(const Model &model, const Matrix &X, ExecutionContext &run);

// Positions of points on a scatter plot, and their distances to the centers. It is a picture only.

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
