// Short titles of the topics: up to three phrases of the texts of their documents, of 60 characters
// at most. Without texts, the top terms.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "topics/phrases.hpp"

namespace manifact {

// The column of the documents that titles are made from: their texts, or the beginnings of these.
inline constexpr const char *titled_column = "excerpt";

// Sets model.titles. Those that are not empty are kept; new ones differ from all others. Nothing is
// set if the features have no names.
void set_titles(Model &model, const DocumentColumns &columns, ExecutionContext &run);

// From phrases with the best first; `taken` are the titles of other topics.
std::string title_of(const std::vector<Phrase> &phrases, const std::vector<std::string> &taken);

}  // namespace manifact
