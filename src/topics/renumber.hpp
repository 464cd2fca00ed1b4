// The numbers of the topics of an earlier model, for those of a later one that they live on in.
#pragma once

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "topics/compare.hpp"

namespace manifact {

// By documents if half of those of the smaller model or more are in the other, or if the means are
// points; else by terms. rows: as common_documents() gives them.
Comparison compared(const Model &before, const Model &after, const std::vector<Index> &rows,
                    ExecutionContext &run);

// Of a fit that is not shared yet: topic c becomes the old topic order[c].
void permute_topics(Model &model, const std::vector<Index> &order);

// Topics of a fit that stayed or moved take the names of the earlier ones.
void take_names(Model &model, const Model &before, const Comparison &comparison);

// Renumbers the topics of a fit: each takes the number of its partner among the earlier ones, if
// there are as many topics, and the others those that are left, in their order. The same
// for names.
void take_numbers(Model &model, const Model &before, const Comparison &comparison);

}  // namespace manifact
