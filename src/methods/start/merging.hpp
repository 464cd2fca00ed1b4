// Agglomeration of many small clusters to k: a k-means start splits large classes and joins small
// ones, and merging undoes the splits.
#pragma once

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Merges the pair of clusters of least
//
//   (a b / (a + b))^exponent |mu_a - mu_b|^2        a, b: sizes;  mu: means of the points
//
// until k non-empty clusters are left; ties to the lower numbers. Exponent 1 is Ward's criterion
// (Ward 1963), 0 is centroid linkage. `means` is d x K, a column per cluster. Relabels in place:
// the clusters are numbered 0 .. k-1 in the order of their lowest old number, -1 stays.
template <class T>
void merge_clusters(Array<std::int32_t> &labels, const Dense<T> &means, Index k, double exponent,
                    ExecutionContext &run);

}  // namespace manifact
