// Clusters of features and their blocks with the clusters of documents, for models that have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

bool has_blocks(const ModelSummary &findings);

// sizes, top_terms; mass, mean and lift, a row for each cluster of documents; clusters: for each
// cluster of features the clusters of documents with a lift above 1, by decreasing lift.
nlohmann::ordered_json blocks_object(const Session &session, const ModelSummary &findings);

// A table for the terminal.
std::string blocks_text(const Session &session, const ModelSummary &findings);

// feature,cluster,membership, and the term if known; the membership is an entry of G.
std::string features_csv(const ModelSummary &findings);

}  // namespace cli
