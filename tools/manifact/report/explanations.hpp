// Why documents are in their topics: the features with the largest contributions to the score.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "terminal/session.hpp"

namespace cli {

struct DocumentExplanation {
  double score = 0, rest = 0;
  std::vector<std::pair<std::int64_t, double>> contributions;  // the largest first
};

// What manifact_model_assign_proportions() fills.
struct AssignedRows {
  std::int32_t *labels;
  double *proportions, *margins;
  double min_membership;
};

// Assigns the rows of X and explains them; at most `count` contributions of each. Appended. A
// Failure if the score of the model is not a sum over features; `input` begins the messages about
// X.
void assign_explained(const Session &session, const manifact_model *model, const manifact_matrix *X,
                      const AssignedRows &rows, std::int64_t count, const std::string &input,
                      std::vector<DocumentExplanation> &all);

// Of all documents of a model, for the report, for their topics: the `count` largest contributions
// of each. None if the score is not a sum over features or the documents have vectors; a note says
// why if they cannot be explained for another reason. X: the documents of the fit.
std::vector<DocumentExplanation> explanations_of(Session &session, const manifact_model *model,
                                                 const manifact_matrix *X, std::int64_t count);

// "goal +0.12, match +0.08"; names: of the features, or none.
std::string explanation_text(const DocumentExplanation &explanation,
                             const std::vector<std::string> &names, int digits);

// [{"term": "goal", "contribution": 0.12}, ...]
nlohmann::ordered_json contributions_array(const DocumentExplanation &explanation,
                                           const std::vector<std::string> &names);

}  // namespace cli
