// New topics among the documents that were added to a model.
//
// A group of documents that are far from every topic (topics/update.cpp) is a new topic if
//
//   it holds together   its documents have a mean score (topics/fit_scores.hpp), each left out of
//                       the mean of the group, of at least the lowest mean score of a topic of the
//                       fit, by which they fit the group better than their own topics
//   it is large         s documents, at least 10 and a tenth of the mean size of a topic
//   it is apart         the cosine of its mean to that of every topic is below 3/4
//   it is not chance    the same search among the documents of the fit that are far from their
//                       topics finds groups of at most a share p of these documents, and
//                       s > 2 p n + 3 sqrt(p n) of the n documents that were added
//
// Search: the document with the largest sum of its ten largest cosines to other far ones, of at
// most 1000 evenly spaced ones, and these ten are a group. Documents join it if their score is that
// of 95 % of the documents of the fit in a median topic and better than in their own topic, until
// that changes nothing. The next search is among the rest.
//
// A group is divided in two, by the cosine to the means of two parts, and these again, if each part
// is large and holds together by the same rules, and the cosine of their means is lower than that
// of two parts of any topic of the fit, found in the same way.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct NewTopics {
  Index topics = 0;                  // new ones
  std::vector<std::int32_t> labels;  // n: k and more in new topics
};

// Throws Error(argument) for documents that are not kept, or have no direction.
NewTopics new_topics(const Model &model, ExecutionContext &run);

}  // namespace manifact
