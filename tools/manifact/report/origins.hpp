// Where the options of a fit come from, in summary.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "handles.hpp"

namespace cli {

// Adds to the object of summary.json, for its "options":
//
//   settings   what was set for the fit, in place of which the data may have put another value;
//              left out if the model does not say it (origins are unknown)
//   origins    default, preset, data, user, or unknown, of each value
//
// `set`: the options that were set of those that a model does not store, such as those of text. If
// they are not known, values other than the default count as set.
void add_origins(const manifact_model *model,
                 const std::vector<std::pair<std::string, std::string>> &set,
                 nlohmann::ordered_json &summary);

}  // namespace cli
