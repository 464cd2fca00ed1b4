// The p nearest rows by Euclidean distance, as lists of neighbors:
//
//   value of a neighbor = -d_ij^2,  d_ij^2 = sum_c (x_ic - x_jc)^2, columns in their order
//
// Differences of values are squared, so that a shift of a feature changes a distance by the
// rounding of the data alone. A row of zeros is a point, and equal rows are neighbors of each
// other.
#pragma once

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Columns from which dense rows are taken as images or embeddings.
inline constexpr Index features_of_embeddings = 50;

// The metric of the neighbors of these rows if none is chosen: the distance for points, which are
// dense rows of few features. Directions say more than distances in the many coordinates of images
// and embeddings; rows of one length have the same neighbors either way.
template <class T>
Metric metric_of(const DataView<T> &X, ExecutionContext &run);

// The length of the rows that are not zero, or 0 if they differ by more than rounding.
template <class T>
double common_length(const DataView<T> &X, ExecutionContext &run);

// Changes cosines of rows of this length to distances: d^2 = 2 length^2 (1 - cos).
void to_distances(Neighbors &found, double length) noexcept;

// Among the other rows of X. p >= rows is reduced to rows - 1. Dense rows are read in place; sparse
// ones are copied. An approximate search visits a limited number of
// blocks of a tree of boxes, tuned on one sample of rows; its recall is estimated on another.
// Throws Error(budget), and Error(value) if squares of distances overflow or underflow.
template <class T>
Neighbors euclidean_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                              const SearchRequest &request);

// Of each row of Y among the rows of X; always exact.
template <class T>
Neighbors euclidean_neighbors(const DataView<T> &Y, const DataView<T> &X, Index p,
                              ExecutionContext &run, const SearchRequest &request);

// Whether such a search of this many rows may be approximate.
bool is_euclidean_approximate(const SearchRequest &request, Index rows) noexcept;

}  // namespace manifact
