// First clusters by adaptive neighbours: the parts of the graph that `can` learns (methods/spectral/adaptive_cut.hpp), or, where it does not fall into as
// many as there are clusters, those of k-means on its eigenvectors.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// -1 for documents of zeros where rows have unit length. Throws Error(budget) where the documents as points are too large.
template <class T>
Array<std::int32_t> can_labels(const Problem<T> &problem, Rng rng);

}  // namespace manifact
