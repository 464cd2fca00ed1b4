// Clusters of features and the blocks that they make with the clusters of documents, of models that
// have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "commands/session.hpp"
#include "report/summary.hpp"

namespace cli {

bool has_blocks(const Findings &findings);

// sizes, top_terms; mass, mean and lift, a row for each cluster of documents; clusters: for each
// cluster of features those of the documents that it belongs to, by falling lift, of lifts above 1.
nlohmann::ordered_json blocks_object(const Session &session, const Findings &findings);

// A table for people.
std::string blocks_text(const Session &session, const Findings &findings);

// feature,cluster,membership and the term where it is known: the membership is an entry of G.
std::string features_csv(const Findings &findings);

}  // namespace cli
