// The mean of each cluster.
#pragma once

#include "linalg/dense/products.hpp"
#include "readout/lloyd.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A column for each cluster; 0 for an empty one.
template <class T>
Dense<T> cluster_means(const Points<T> &points, const Array<std::int32_t> &labels,
                       const Array<Index> &sizes, ExecutionContext &run) {
  Dense<T> means = points.sums(labels, {}, sizes.size(), run);
  Array<double> inverse(run.memory, sizes.size());
  for (Index c = 0; c < sizes.size(); ++c)
    inverse[c] = sizes[c] > 0 ? 1 / static_cast<double>(sizes[c]) : 0;
  scale_columns(means, inverse, run);
  return means;
}

}  // namespace manifact
