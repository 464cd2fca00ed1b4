#include "report/feature_names.hpp"

namespace cli {
namespace {

// name(j) for j = 0, 1, ... as far as there are names.
template <class NameOf>
std::vector<std::string> names_by(const NameOf &name_of) {
  std::vector<std::string> names;
  for (std::int64_t j = 0; const char *const name = name_of(j); ++j)
    names.emplace_back(*name != '\0' ? name : "feature " + std::to_string(j));
  return names;
}

std::vector<std::string> terms_in(const manifact_vectorizer *vectorizer) {
  return names_by([&](std::int64_t j) { return manifact_vectorizer_term(vectorizer, j); });
}

}  // namespace

std::vector<std::string> names_of_features(const manifact_matrix *matrix) {
  return names_by([&](std::int64_t j) { return manifact_matrix_feature_name(matrix, j); });
}

std::vector<std::string> names_of_features(const manifact_model *model) {
  std::vector<std::string> terms = terms_in(manifact_model_vectorizer(model));
  if (!terms.empty()) return terms;
  return names_by([&](std::int64_t j) { return manifact_model_feature_name(model, j); });
}

std::vector<std::string> names_of_terms(const manifact_model *model) {
  std::vector<std::string> terms = terms_in(manifact_model_text_vectorizer(model));
  return terms.empty() ? names_of_features(model) : terms;
}

}  // namespace cli
