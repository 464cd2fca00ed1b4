// The clusters of new documents: a table for the terminal, and the files of manifact assign.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <string>
#include <vector>

#include "commands/session.hpp"

namespace cli {

// A row for each document.
struct Answers {
  std::vector<std::string> ids;  // empty: the documents have no names, only numbers
  std::vector<std::int32_t> labels;
  std::vector<double> memberships;  // the share of the cluster in the document; 0 if unassigned
  std::vector<double> margins;      // the largest share less the second largest
};

// The names of the top terms of each cluster; without names, "feature 17".
std::vector<std::vector<std::string>> topics_of(const Session &session, const manifact_model *model,
                                                std::int64_t count);

// Columns id, topic, top terms, membership, margin.
std::string answers_text(const Answers &answers,
                         const std::vector<std::vector<std::string>> &topics);
std::string answers_csv(const Answers &answers,
                        const std::vector<std::vector<std::string>> &topics);
std::string answers_json(const Answers &answers,
                         const std::vector<std::vector<std::string>> &topics);

// One cluster per line, -1 = unassigned.
std::string answers_labels(const Answers &answers);

}  // namespace cli
