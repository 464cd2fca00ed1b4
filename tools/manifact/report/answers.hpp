// The clusters of new documents: a table for the terminal, and the files of manifact assign.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/explanations.hpp"
#include "terminal/session.hpp"

namespace cli {

// A row for each document.
struct Answers {
  std::vector<std::string> ids;  // empty: the documents have no names, only numbers
  std::vector<std::int32_t> labels;
  std::vector<double> memberships;  // the share of the cluster in the document; 0 if unassigned
  std::vector<double> margins;      // the largest share less the second largest
  std::vector<DocumentExplanation> explanations;  // of --explain; or none
  std::vector<std::string> features;              // their names, or none
};

// What the clusters are called.
struct TopicNames {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> terms;  // the top terms; without names, "feature 17"
  bool are_given = false;                       // some titles, by topics rename
  bool are_scored = false;  // terms are features of points with z-scores, "feature 17 +1.8"
};
TopicNames topics_of(const Session &session, const manifact_model *model, std::int64_t count);

// Columns id, topic, title, top terms, membership, margin, and with explanations score, rest and
// explanation; the table has titles if some were given.
std::string answers_text(const Answers &answers, const TopicNames &topics);
std::string answers_csv(const Answers &answers, const TopicNames &topics);
std::string answers_json(const Answers &answers, const TopicNames &topics);

// topic, title, top_terms, membership, margin, and with explanations score, rest and explanation.
nlohmann::ordered_json answer_object(const Answers &answers, const TopicNames &topics,
                                     std::size_t i);

// Assigns the rows of X and appends their answers; `explain` contributions of each are explained.
// proportions: the shares of the clusters in each row.
void assign_rows(const Session &session, const manifact_model *model, const manifact_matrix *X,
                 double min_membership, std::int64_t explain, const std::string &input,
                 Answers &answers, std::vector<double> &proportions);

// One cluster per line, -1 = unassigned.
std::string answers_labels(const Answers &answers);

}  // namespace cli
