// The documents and topics of two models as those of one, for a fit of all of them.
//
// Features are found by their names, those of the first model first; features without names are the
// same in the same order. The features of tables must be the same, terms of texts need not: a text
// has none of the terms that only the other model knows. Words must be made of texts in the same
// way.
//
// Documents that both models have (topics/compare.hpp) count once, as those of the first one. Two
// topics are one if each has most of the other (mutual_pairs()); it has the number of the topic of
// the first model, whose topics keep theirs. The other topics of the second follow in their order.
//
// Weights. With v_j and w_j the weights of feature j in the two models, n documents together and
// df_j of them with the feature,
//
//   all v_j = w_j   they remain
//   otherwise       u_j = ln(n / df_j), and rows x_j become x_j u_j / v_j, of unit length if they
//                   were: up to rounding the rows that a fit of all documents would weight
//
// The models do not have the counts of a feature without a weight. One that a model lacks or that
// has no weight there counts as missing in its documents, unless more than half of those of the
// other model have it: then it has no weight. Scaled dense features are scaled again.
#pragma once

#include <memory>
#include <vector>

#include "model/model.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Joined {
  std::unique_ptr<Model> model;  // no fit: what refit() and its description take of a model
  // Of each topic of the second model, its number; -1 if all of its documents are the first's.
  std::vector<Index> topics;
  Index common = 0;  // documents of both
};

// Throws Error(argument) for models that cannot be joined.
Joined joined(const Model &first, const Model &second, ExecutionContext &run);

// Of each topic of the second model its number in a fit of joined.model, or -1. Labels may have
// numbered the topics: then it is that of most of the documents that started in it.
std::vector<Index> numbers_after_fit(const Joined &joined, const Model &fit,
                                     const FitInputs &inputs);

}  // namespace manifact
