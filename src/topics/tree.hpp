// A tree over the topics: agglomerative clustering of their means, with the topics as leaves.
//
//   ward      joins the two groups A, B that least increase the sum of the squared distances of the
//             documents to the means of their groups,
//               |A| |B| / (|A| + |B|)  |mean(A) - mean(B)|^2       (Ward 1963)
//   average   joins those whose topics have the smallest mean of 1 - cosine, weighted by the
//             numbers of documents (Sokal, Michener 1958)
//
// The height of a step is that value. Topics without documents join last.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class Linkage { ward, average };

struct TreeStep {
  Index first, second;  // a topic, or k + the step that made the group
  double height;        // does not decrease
};

struct TopicTree {
  std::vector<TreeStep> steps;  // k - 1
  std::vector<Index> order;     // k: the topics from left to right, similar ones next to each other
};

// Throws Error(budget) if the distances of the topics exceed the memory budget of the model.
TopicTree topic_tree(const Model &model, Linkage linkage, ExecutionContext &run);

// k: the group of each topic when the tree is cut into `groups` groups, numbered in the order of
// their first topics.
std::vector<Index> cut(const TopicTree &tree, Index groups);

}  // namespace manifact
