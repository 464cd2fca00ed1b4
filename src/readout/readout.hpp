// Labels from factors.
#pragma once

#include "linalg/dense/dense.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {

// argmax_c weight_c V_ic, ties to the lower c; weights empty = 1. A row of zeros gets -1.
template <class T>
Array<std::int32_t> argmax_labels(const Dense<T> &V, const Array<double> &weights,
                                  ExecutionContext &run);

// k-means on the rows of V, spherical (cosine) or euclidean, the best of several k-means++ starts.
// A row of zeros gets -1.
template <class T>
Clustering<T> kmeans_labels(const Dense<T> &V, Geometry geometry, Index starts, std::uint64_t seed,
                            ExecutionContext &run, const Array<std::int32_t> *order = nullptr);

// The center (column of C, d x k) nearest to each row of V, in the given geometry. A row of zeros
// gets -1.
Array<std::int32_t> nearest_centers(const Dense<double> &V, const Dense<double> &C,
                                    Geometry geometry, ExecutionContext &run);

// The documents of all processes in each of k clusters; labels of -1 are in none.
Array<Index> cluster_sizes(const Array<std::int32_t> &labels, Index k, ExecutionContext &run);

}  // namespace manifact
