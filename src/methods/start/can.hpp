// First clusters by adaptive neighbors: the parts of the graph that `can` learns
// (embedding/adaptive_cut.hpp), or, where it does not fall into as many as there are
// clusters, those of k-means on its eigenvectors.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// -1 for documents of zeros where rows have unit length; each its own cluster where fewer than 3
// are left. Always local, with 15 neighbors and 30 rounds at most, whatever the options of the
// method are. Throws Error(budget) where the documents as points are too large.
template <class T>
Array<std::int32_t> can_labels(const Problem<T> &problem, Rng rng, Findings &findings);

}  // namespace manifact
