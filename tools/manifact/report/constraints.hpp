// What a report says of prior knowledge of some documents: how far the clustering satisfies it.
#pragma once

#include <manifact/manifact.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "readers/documents.hpp"

namespace cli {

// What --labels says of the documents.
struct KnownLabels {
  std::vector<std::int32_t> numbers;    // of the class of each document; -1 = unknown
  std::vector<std::string> names;       // of the classes; empty if they are numbers
  std::int64_t zeros = 0;               // labels 0, which mean an unknown class
  std::vector<std::string> notes = {};  // what was guessed, and how many are unknown

  // The class of a document with a label; `names` is not empty.
  const std::string &name_of(std::int64_t document) const {
    return names[static_cast<std::size_t>(numbers[static_cast<std::size_t>(document)])];
  }
};

// The names of documents in lists: their ids, or their numbers.
class Names {
 public:
  explicit Names(const Documents *documents) : documents_(documents) {}
  nlohmann::ordered_json operator()(std::int64_t document) const;

 private:
  const Documents *documents_;
};

// Counts, and lists of contradictions and of violated constraints, each with at most 1000 entries.
nlohmann::ordered_json constraints_object(const manifact_constraints *constraints,
                                          const manifact_model *model, const Names &names,
                                          const KnownLabels &labels);

// A line of text for the terminal.
std::string constraints_text(const manifact_constraints *constraints, const manifact_model *model);

}  // namespace cli
