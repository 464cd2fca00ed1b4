// preset=points of method auto: clusters of dense rows of few features by Euclidean geometry,
// without labels (docs/points-study.md).
//
//   1  distinct rows, of at most 20,000 rows all, else 8,000   point_set.hpp
//   2  self-tuned neighbor graph and spanning trees            point_graph.hpp
//   3  candidates: cut, trees, means, mixtures                 candidates.hpp
//   4  the choice                                              choice.hpp
//   5  labels of all rows, by the rule for new rows of the chosen candidate:
//        shape      the label of the nearest row of step 1     model/predict/rules.hpp
//        means      the nearest center, after k-means on all rows
//        mixture    the largest posterior
#pragma once

#include <cstdint>
#include <memory>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "methods/method.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// k-means on all rows of dense data, in double and around a center, without a copy of the rows:
//
//   z_i = arg min_c |(x_i - center) - m_c|^2,   m_c = the mean of x_i - center over cluster c
//
// Sums over blocks of rows are added in block order.

// Lloyd's algorithm from the centers, k x m, at most 100 rounds or until the objective decreases by
// less than 1e-6 of it. A cluster that becomes empty keeps its center.
template <class T>
void means_of_rows(const DataView<T> &X, const Array<double> &center, Dense<double> &means,
                   ExecutionContext &run);

// The nearest of the centers to each row, the first of equally near ones.
template <class T>
Array<std::int32_t> nearest_centers(const DataView<T> &X, const Array<double> &center,
                                    const Dense<double> &means, ExecutionContext &run);

template <class T>
std::unique_ptr<Algorithm<T>> point_clustering(const Problem<T> &problem);

// The larger shape score of k clusters of the cuts and trees of at most `most` rows; for the choice
// between two scalings.
template <class T>
double best_shape_score(const DataView<T> &X, Index k, Index most, std::uint64_t seed,
                        ExecutionContext &run);

}  // namespace manifact
