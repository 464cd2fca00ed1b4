// The constraints that a clustering violates.
#pragma once

#include <vector>

#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// Sorted by (first, second): must-links between clusters and cannot-links within one, with their
// weights, and with second = -1, weight 1, labeled documents outside the cluster of their class.
// Documents without a cluster violate their labels and must-links.
std::vector<Pair> violations(const Constraints &constraints, const Array<std::int32_t> &labels,
                             const std::vector<Index> &cluster_of_class);

}  // namespace manifact
