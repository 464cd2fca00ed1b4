// Initial clusters by adaptive neighbors: the components of the graph that `can` learns
// (embedding/adaptive_cut.hpp), or, if their number differs from the number of clusters, k-means on
// its eigenvectors.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// -1 for documents of zeros if rows have unit length. If fewer than 3 documents are left, each is a
// cluster. Always local, with 15 neighbors and at most 30 rounds, regardless of the options of the
// method. Throws Error(budget) if the documents are too large as dense points.
template <class T>
Array<std::int32_t> can_labels(const Problem<T> &problem, Rng rng, Findings &findings);

}  // namespace manifact
