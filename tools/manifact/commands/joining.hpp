// manifact topics join: two models as one.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "handles.hpp"
#include "report/comparison.hpp"
#include "terminal/session.hpp"

namespace cli {

struct JoinedModels {
  Model model;
  std::vector<std::int64_t> topics;  // of each topic of the second model, or -1
  std::int64_t common = 0;           // documents of both
};

JoinedModels joined_models(Session &session, const ComparedModel &first,
                           const ComparedModel &second, const std::vector<std::string> &settings);

// {"models", "documents", "documents_in_common", "by", "moved_documents", "topics": [{"topic",
// "title", "size", "from": topics of the models, "of_first", "of_second": shares of a topic of
// both}], "without_documents": topics of the second model}.
nlohmann::ordered_json joined_object(const Session &session, const ComparedModel &first,
                                     const ComparedModel &second, const JoinedModels &joined);
std::string joined_text(const nlohmann::ordered_json &object);

}  // namespace cli
