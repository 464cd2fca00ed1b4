// Prior knowledge of some documents, --labels and --constraints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "commands/known_labels.hpp"
#include "handles.hpp"
#include "readers/documents.hpp"
#include "report/seed_topics.hpp"
#include "terminal/session.hpp"

namespace cli {

bool takes_constraints(const std::string &method);

// Fails, before any input is read, if the method accepts neither labels nor pairs.
void refuse_constraints(const std::string &method);

struct Known {
  Constraints constraints;  // one set from both files, either of which may be missing; or null
  KnownLabels labels;
};

// Failures name the file and the line. seeds: the labels of --seed-words, or null: those of the
// file precede them, and the documents about which they differ are counted in a warning.
Known read_constraints(Session &session, const std::optional<std::string> &labels,
                       const std::optional<std::string> &pairs, const Documents &documents,
                       std::int64_t n_documents, const std::string &input,
                       const MissingWords &missing, SeededLabels *seeds = nullptr);

}  // namespace cli
