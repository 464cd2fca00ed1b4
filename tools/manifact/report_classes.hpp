// The classes that documents came with, beside the clusters.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "session.hpp"

namespace cli {

struct Classes {
  std::vector<std::string> names;     // sorted
  std::vector<std::int64_t> numbers;  // of each document; -1 unknown
};

Classes classes_of(const std::vector<std::string> &labels);

// Scores and the table of clusters x classes, whose last row is the unassigned.
nlohmann::ordered_json evaluation_object(const Session &session, const manifact_model *model, const Classes &classes);

}  // namespace cli
