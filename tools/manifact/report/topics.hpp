// The topics of a model for the terminal and as JSON: all of them, or one with its documents.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

// The name that a topic was given, else "".
std::string topic_name(const manifact_model *model, std::size_t topic);

// The phrases of its documents, which are its title if it has no name.
std::string topic_phrases(const manifact_model *model, std::size_t topic);

// The topics below each parent of the tree by Ward's method, in the order of its steps.
std::vector<std::vector<std::int64_t>> topics_of_parents(const Session &session,
                                                         const manifact_model *model);

std::string topics_table(const ModelSummary &findings);

// A topic with its terms, its documents and the topics nearest to it.
std::string topic_text(const Session &session, const ModelSummary &findings, std::int64_t topic);
nlohmann::ordered_json topic_object(const Session &session, const ModelSummary &findings,
                                    std::int64_t topic);

// The tree over the topics, drawn with lines; linkage: MANIFACT_LINKAGE_WARD or _AVERAGE.
std::string tree_text(const Session &session, const ModelSummary &findings, int linkage);

// The same as nested objects: {"height": .., "children": [.., ..]}, {"topic": 3} as a leaf.
nlohmann::ordered_json tree_object(const Session &session, const ModelSummary &findings,
                                   int linkage);

// The numbers of an edit that added documents; false if it did not.
bool add_drift(const manifact_model *model, std::int64_t edit, nlohmann::ordered_json &object);

// The edits since the fit, each with its map.
nlohmann::ordered_json edits_array(const manifact_model *model);

}  // namespace cli
