// Many edits of the topics of a model at once, from a JSON file.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <string>
#include <vector>

#include "handles.hpp"
#include "terminal/session.hpp"

namespace cli {

struct TopicEdit {
  enum class Kind { rename, merge, hide, split, reduce, note };

  Kind kind = Kind::rename;
  std::string place;                 // "edits.json, edit 3: ", for messages
  std::vector<std::int64_t> topics;  // of the model
  std::string name;                  // rename, merge
  bool has_name = false;
  std::int64_t count = 0;  // split: parts; reduce: topics
  int linkage = MANIFACT_LINKAGE_WARD;
};

// {"version": 1, "edits": [{"rename": 3, "name": "Invoices"}, {"merge": [5, "Oil"], "name": ...},
// {"hide": [4]}, {"split": 2, "into": 3}, {"reduce": 12, "linkage": "ward"},
// {"note": 3, "text": "..."}]}. Topics are numbers or titles of the model. Notes, which the report
// saves, do not change a model. A Failure names the first edit that cannot be made.
std::vector<TopicEdit> read_topic_edits(const std::string &path, const manifact_model *model);

// The model after all edits, one after the other; X as for manifact_model_merge().
Model edited(const Session &session, const std::vector<TopicEdit> &edits,
             const manifact_model *model, const manifact_matrix *X);

}  // namespace cli
