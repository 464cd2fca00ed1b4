// The classes that documents came with, beside the clusters.
#pragma once

#include <nlohmann/json.hpp>

#include "scores.hpp"
#include "session.hpp"

namespace cli {

// Scores and the table of clusters x classes, whose last row is the unassigned.
nlohmann::ordered_json evaluation_object(const Session &session, const manifact_model *model, const Classes &classes);

}  // namespace cli
