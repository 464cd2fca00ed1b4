// Converts lists of neighbors to the symmetric weighted graph.
//
//   either   {i, j} is an edge when j is among the neighbors of i or i among those of j
//   mutual   when both
//   weights  cosine       cos_ij
//            binary       1
//            heat         exp(-d_ij^2 / (2 b^2))
//            local        exp(-d_ij^2 / (b_i b_j))     (Zelnik-Manor, Perona 2004)
//
//   d_ij^2 = 2 (1 - cos_ij)   the squared distance of unit rows; of Euclidean neighbors, that of
//                             the rows
//   b_i                       the distance to the 7th neighbor; of Euclidean neighbors, at least
//                             .05 of the median b
//
// An edge stays an edge: a weight that underflows becomes the smallest normal double, so that the
// components do not depend on the weight.
#pragma once

#include <algorithm>
#include <cmath>

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Converts an asymmetric matrix to a graph: a_ij and a_ji are combined into one weight.
enum class Joining { sum, mean, largest };

// From |a_ij|; the diagonal and zeros are dropped. Computes degrees and components.
Graph symmetric_graph(const Csr<double> &A, Joining joining, ExecutionContext &run);

// bandwidth is b of heat, 0 = the mean distance over the edges; the value used is stored in
// graph.bandwidth, the b_i in graph.local_scales.
Graph build_graph(const Neighbors &neighbors, GraphWeight weight, GraphRule rule, double bandwidth,
                  ExecutionContext &run);

// A graph given by the user: square, >= 0; the diagonal is dropped. Throws Error(structure),
// Error(value).
Graph graph_from_matrix(const Matrix &S, GraphRule rule, ExecutionContext &run);

// b_i: the distance to the min(7, count)-th neighbor. If it is below 1e-6, because of repeated
// documents, the smallest larger distance in the list, or 1 if there is none. With a floor instead,
// all other weights of such a document would underflow.
// Of Euclidean neighbors, it is at least neighbors.least_scale.
double local_scale(const Neighbors &neighbors, Index i) noexcept;

// The floor of the b_i of Euclidean neighbors, from the b_i of all documents; 1 if all are 0.
double least_local_scale(const Array<double> &scales, ExecutionContext &run);

// The weight of an edge with this cosine, or minus the squared distance; scale is b^2 of
// heat, or b_i b_j of local scaling.
double edge_weight(GraphWeight weight, Metric metric, double cosine, double scale) noexcept;

// For each row, the first row that is equal to it value by value, usually itself; a zero row always
// maps to itself unless zeros are points.
template <class T>
Array<std::int32_t> first_occurrences(const DataView<T> &X, ExecutionContext &run,
                                      bool zeros_are_points = false);

// An order of the rows that depends on their content and not on their position, so that random
// draws do not change if rows are permuted: by the set of columns, then value by value; equal rows
// by index. Scaling all values does not change it.
template <class T>
Array<std::int32_t> canonical_order(const DataView<T> &X, ExecutionContext &run);

// The number of rows that repeat an earlier one.
template <class T>
Index count_duplicates(const DataView<T> &X, ExecutionContext &run);

// Validates a graph given by the user.

// The pairs whose two weights differed by rounding, and their largest relative difference.
struct Averaged {
  Index pairs = 0;
  double difference = 0;

  void add(double there, double back) noexcept {
    ++pairs;
    difference = std::max(difference, std::fabs(there - back) / std::max(there, back));
  }
};

// Combines s_ij and s_ji. Under GraphRule::as_given two weights that differ by the rounding of
// single precision are averaged, which is counted; others throw Error(structure). scale: a weight
// whose rounding errors both may have; 0: only their own.
double joined_weight(GraphRule rule, Index i, Index j, double there, double back, double scale,
                     Averaged &averaged);

// Throws Error(value) for a negative weight. ids: the numbers of the rows; null: their indices.
void check_weights(const Matrix &S, const std::int32_t *ids);

// Throws Error(value) if the degree of a vertex is not finite.
void check_degrees(const Graph &graph, const std::int32_t *ids);

}  // namespace manifact
