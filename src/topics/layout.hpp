// Positions of documents in the plane that preserve neighborhoods: pairwise controlled manifold
// approximation (PaCMAP; Wang, Huang, Rudin, Shaposhnik 2021, "Understanding How Dimension
// Reduction Tools Work", JMLR 22). layout.cpp has the objective.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The partners of each document in the pairs of one kind. A pair (i, j) is listed with i and with
// j; one that was chosen from both sides is listed twice with each.
struct Partners {
  Array<Index> begin;  // n + 1
  Array<std::int32_t> partner;

  Index documents() const noexcept { return begin.size() - 1; }
};

struct LayoutPairs {
  Partners near, mid, far;
};

// Of the kinds of pairs in the objective.
struct LayoutWeights {
  double near, mid, far;
};

// Z: the documents as rows of unit length. neighbors: of the same rows.
LayoutPairs layout_pairs(const Dense<float> &Z, const Neighbors &neighbors, ExecutionContext &run);

// positions: n x 2.
double layout_objective(const LayoutPairs &pairs, const LayoutWeights &weights,
                        const float *positions);

// Its derivative by the position of document i.
struct LayoutGradient {
  double x, y;
};
LayoutGradient layout_gradient(const LayoutPairs &pairs, const LayoutWeights &weights,
                               const float *positions, Index i) noexcept;

// Moves the positions to a local minimum.
void optimize_layout(const LayoutPairs &pairs, Array<float> &positions, ExecutionContext &run);

// How well positions preserve the `count` nearest neighbors of documents (Venna, Kaski 2001), from
// 0 to 1:
//
//   trustworthiness   1 - 2 / (s k (2 n - 3 k - 1)) sum_i sum_{j in U_i} (r(i, j) - k)
//
// U_i: the documents among the k nearest of i by position that are not by coordinates; r(i, j): the
// rank of j by coordinates. continuity: the same with positions and coordinates exchanged. The sum
// is over s documents, all or evenly many. NaN for k >= n / 2.
struct LayoutQuality {
  double trustworthiness, continuity;
};
LayoutQuality layout_quality(const Dense<float> &Z, const Array<float> &positions, Index count,
                             Index most_sampled, ExecutionContext &run);

}  // namespace manifact
