// Criteria that compare clusterings of points without labels.
//
//   information   I(a, b) of the clusters at the two ends of an edge of the graph, edges drawn by
//                 their weights w:  P(a, b) = sum_{i in a, j in b} w_ij / sum_ij w_ij
//   gap           the mean rank, 0 the shortest and 1 the longest, of the edges of the
//                 mutual-reachability tree that join two clusters: cuts through sparse regions cut
//                 long edges
//   cut           the normalized cut sum_c cut(c) / vol(c)   (Shi and Malik 2000)
//   shape score   I / ln k - 0.15 ln(1.01 - max(gap, 1/2)): edges drawn at random have the mean
//                 rank 1/2, so smaller ranks tell as little as this one
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "graph/spanning_tree.hpp"
#include "runtime/index.hpp"

namespace manifact {

double edge_information(const Graph &graph, const Array<std::int32_t> &labels, Index k);
double gap_rank(const Array<TreeEdge> &tree, const Array<std::int32_t> &labels);
double normalized_cut(const Graph &graph, const Array<std::int32_t> &labels, Index k);

double shape_score(double information, double gap, Index k) noexcept;

}  // namespace manifact
