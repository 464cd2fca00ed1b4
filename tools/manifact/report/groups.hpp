// How the topics differ between groups of documents, by the fields of --group-field.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "report/timeline.hpp"
#include "terminal/session.hpp"

namespace cli {

struct GroupComparison {
  std::string field;
  std::vector<std::string> groups;   // the most frequent first; periods in their order
  std::vector<std::int32_t> of;      // the group of each document, -1: unknown
  std::vector<std::int64_t> counts;  // groups x topics
  // Of each topic, by manifact_model_group_test().
  std::vector<double> statistics, p_values, adjusted, expected;
  // The typical terms of each group and topic, as counts.
  std::vector<std::vector<std::int64_t>> terms;
};

// Before the fit: a Failure if the input has no such fields; a warning for one with fewer than two
// values.
void check_group_fields(Session &session, const std::vector<std::string> &fields,
                        const Documents &documents, const std::string &input);

// Of each field with two values or more; the values of the date field are its periods. At most 50
// groups: the others are one, "(other)", in further parentheses if that is a value. X: as
// manifact_model_group_terms(); or null.
std::vector<GroupComparison> group_comparisons(Session &session, const manifact_model *model,
                                               const std::vector<std::string> &fields,
                                               const Documents &documents, const Timeline &timeline,
                                               const manifact_matrix *X);

struct ModelSummary;

// A line for each group and topic.
std::string groups_csv(const ModelSummary &findings);

// The comparisons as an array of objects.
nlohmann::ordered_json groups_array(const ModelSummary &findings);

// A sentence for each field.
std::string groups_text(const ModelSummary &findings);

}  // namespace cli
