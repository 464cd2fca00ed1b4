// Lists of neighbors -> the symmetric weighted graph.
//
//   either   {i, j} is an edge when j is among the neighbors of i or i among those of j
//   mutual   when both
//   weights  cosine       cos_ij
//            binary       1
//            heat         exp(-d_ij^2 / (2 b^2))
//            local        exp(-d_ij^2 / (b_i b_j))     (Zelnik-Manor, Perona 2004)
//
//   d_ij^2 = 2 (1 - cos_ij)   the squared distance of unit rows
//   b_i                       the distance to the 7th neighbor
//
// An edge stays an edge: a weight that underflows becomes the smallest normal double, so that the
// components do not depend on the weight.
#pragma once

#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// bandwidth is b of heat, 0 = the mean distance over the edges; graph.bandwidth has the one in
// force, graph.local_scales the b_i.
Graph build_graph(const Neighbors &neighbors, GraphWeight weight, GraphRule rule, double bandwidth,
                  ExecutionContext &run);

// The user's own weights: square, >= 0; the diagonal is dropped. Throws Error(structure),
// Error(value).
Graph graph_from_matrix(const Matrix &S, GraphRule rule, ExecutionContext &run);

// b_i: the distance to the min(7, count)-th neighbor; where that is below 1e-6, for repeated
// documents, the smallest in the list that is not, and 1 where there is none. A floor would let all
// other weights of such a document underflow.
double local_scale(const Neighbors &neighbors, Index i) noexcept;

// The weight of an edge of that cosine; scale is b^2 of heat, b_i b_j of local scaling.
double edge_weight(GraphWeight weight, double cosine, double scale) noexcept;

// By row: the first row equal to it value by value, mostly itself; for a row of zeros always
// itself.
template <class T>
Array<std::int32_t> first_occurrences(CsrView<T> X, ExecutionContext &run);

// The rows in an order that depends on what is in them and not on where they stand, for random
// draws that shuffling the rows does not change: by the set of columns, then value by value, and
// only equal rows by their index. A factor on all values changes nothing.
template <class T>
Array<std::int32_t> canonical_order(CsrView<T> X, ExecutionContext &run);

// How many rows repeat an earlier one.
template <class T>
Index count_duplicates(CsrView<T> X, ExecutionContext &run);

}  // namespace manifact
