// How reliably the topics of a model recur in samples of its documents (Hennig 2007,
// "Cluster-wise assessment of cluster stability"):
//
//   stability_c = mean over the samples of  max_p |C n P| / |C u P|
//
// C the documents of topic c in the sample, P those of a topic of the fit of the sample, without
// those that have no topic in the model.
#pragma once

#include <vector>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "topics/edit.hpp"

namespace manifact {

inline constexpr double resampled_share = 0.8;

// Of each topic; not a number if no sample has documents of it. Throws Error(argument) for a model
// of a method that takes labels or pairs, which models do not keep.
std::vector<double> stability_of_topics(const Model &model, Index samples,
                                        const FittedDocuments &documents, ExecutionContext &run);

// For each topic of a: the largest Jaccard index of its documents and those of a topic of b; not a
// number without documents. Labels are -1 .. topics - 1.
std::vector<double> best_jaccard(const std::vector<std::int32_t> &a, Index topics_of_a,
                                 const std::vector<std::int32_t> &b, Index topics_of_b);

}  // namespace manifact
