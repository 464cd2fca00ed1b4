// Why a document is in a cluster: the contribution of each feature to the score of the cluster.
#pragma once

#include <cstdint>

#include "linalg/sparse/csr.hpp"
#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "model/predict/additive_score.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Filled by explain() with what manifact_model_assign_proportions() gives for the documents.
struct AssignedDocuments {
  std::int32_t *labels;
  double *proportions, *margins;  // margins may be null
  double min_membership;
};

struct Explanation {
  Array<double> scores, rests;  // one per document
  Csr<double> contributions;    // documents x features, without zeros
};

// The rule of the model, or of the fit that it is derived from.
ScoreRule score_rule_of(const Model &model);

// topics: one per row of X, -1 for none; null: the topics that assign() gives. At most `count`
// contributions of each document, the largest by absolute value, of equal ones the first; 0: all. A
// document without a topic, or without a membership in any cluster, has none, and score 0.
// Throws Error(argument) if the rule is not additive, or if the model divided a topic by a rule of
// its own.
// assigned: null, or, with topics null, filled, and its labels are the topics.
Explanation explain(const Model &model, const Matrix &X, const std::int32_t *topics, Index count,
                    ExecutionContext &run, const AssignedDocuments *assigned = nullptr);

}  // namespace manifact
