// How the topics of an earlier model live on in a later one: in words, as JSON and as a page.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "terminal/session.hpp"

namespace cli {

// A model of two that are compared, with its path.
struct ComparedModel {
  const manifact_model *model;
  std::string path;
};

enum class ComparedBy { automatic, documents, order, terms };

// Throws Failure for another word than auto, documents, order and terms.
ComparedBy compared_by(const std::string &word);

// A sentence if most documents of a model have neither a text nor a name by which they are found in
// the other one; "" if they have.
std::string nameless_documents(const ComparedModel &before, const ComparedModel &after);

// {"before", "after": the models, "by", "documents_in_common", "rule", "counts": of the changes,
// "changes": [{"change", "before", "after": topics with titles and terms, "shares": between them,
// "terms_lost", "terms_gained", "documents": those that show it}]}. Throws Failure if the documents
// that the way of comparing needs are missing.
nlohmann::ordered_json comparison_object(const Session &session, const ComparedModel &before,
                                         const ComparedModel &after, ComparedBy by);

// Of such an object.
std::string comparison_text(const nlohmann::ordered_json &object);
std::string comparison_html(const nlohmann::ordered_json &object);

}  // namespace cli
