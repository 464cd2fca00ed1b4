// What a clustering makes of the constraints.
#pragma once

#include <vector>

#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// By (first, second): must-links between clusters and cannot-links within one, with their weights;
// and with second = -1, weight 1, the labeled documents that are not in the cluster of their class.
// Documents without a cluster violate their labels and must-links.
std::vector<Pair> violations(const Constraints &constraints, const Array<std::int32_t> &labels,
                             const std::vector<Index> &cluster_of_class);

}  // namespace manifact
