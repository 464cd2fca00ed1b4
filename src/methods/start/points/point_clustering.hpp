// preset=points of method auto: clusters of dense rows of few features by Euclidean geometry,
// without labels (docs/points-study.md).
//
//   1  distinct rows, of at most 20,000 rows all, else 8,000   point_set.hpp
//   2  self-tuned neighbor graph and spanning trees            point_graph.hpp
//   3  candidates: cut, trees, means, mixtures                 candidates.hpp
//   4  the choice                                              choice.hpp
//   5  labels of all rows, by the rule for new rows of the chosen candidate:
//        shape      the label of the nearest row of step 1     model/predict/nearest_row.hpp
//        means      the nearest center, after k-means on all rows
//        mixture    the largest posterior
#pragma once

#include <memory>

#include "methods/method.hpp"

namespace manifact {

template <class T>
std::unique_ptr<Algorithm<T>> point_clustering(const Problem<T> &problem);

// The larger shape score of k clusters of the cuts and trees of at most `most` rows; for the choice
// between two scalings.
template <class T>
double best_shape_score(const DataView<T> &X, Index k, Index most, std::uint64_t seed,
                        ExecutionContext &run);

}  // namespace manifact
