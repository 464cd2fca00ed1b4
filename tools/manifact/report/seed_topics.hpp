// What --seed-words found for each topic.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cli {

struct SeedTopic {
  std::string name;
  std::int64_t matched = 0, labels = 0;   // documents
  std::int64_t given = 0, conflicts = 0;  // of --labels; those that its words put elsewhere
  std::int64_t topic = -1;                // its number in the model, -1: it is free
};

struct SeededLabels {
  std::vector<std::int32_t> numbers;  // of the documents: a place in `topics`, -1
  std::vector<SeedTopic> topics;
  bool has_given = false;  // there is a file of --labels as well
};

inline nlohmann::ordered_json seeds_array(const SeededLabels &seeds) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const SeedTopic &each : seeds.topics) {
    array.push_back(
        {{"name", each.name},
         {"topic", each.topic < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(each.topic)},
         {"matched", each.matched},
         {"labels", each.labels}});
    if (!seeds.has_given) continue;
    array.back()["given"] = each.given;
    array.back()["conflicts"] = each.conflicts;
  }
  return array;
}

}  // namespace cli
