// Whether the features of dense data have very different scales, as columns of a table in different
// units have. Without scaling the largest ones alone would determine the clusters.
#pragma once

#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

struct FeatureScales {
  double ratio = 1;  // the largest standard deviation over the median one, of features that vary
  bool measurements = false;  // no value is negative, and not all are whole numbers

  // Whether to standardize by default. Counts, gray levels and categories are whole numbers;
  // coordinates and embeddings are signed, and their scales carry information.
  bool unlike_units() const noexcept { return measurements && !similar(); }
  bool similar() const noexcept { return ratio <= 20; }
  bool worth_a_warning() const noexcept { return ratio > 100; }
};

FeatureScales feature_scales(const Matrix &X, ExecutionContext &run);

}  // namespace manifact
