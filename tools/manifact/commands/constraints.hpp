// Prior knowledge of some documents, --labels and --constraints, and how far the clustering
// satisfies it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands/known_labels.hpp"
#include "commands/session.hpp"
#include "handles.hpp"
#include "readers/documents.hpp"

namespace cli {

bool takes_constraints(const std::string &method);

// Fails, before any input is read, if the method accepts neither labels nor pairs.
void refuse_constraints(const std::string &method);

struct Known {
  Constraints constraints;  // one set from both files, either of which may be missing; or null
  KnownLabels labels;
};

// Failures name the file and the line.
Known read_constraints(Session &session, const std::optional<std::string> &labels,
                       const std::optional<std::string> &pairs, const Documents &documents,
                       std::int64_t n_documents, const std::string &input,
                       const MissingWords &missing);

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
