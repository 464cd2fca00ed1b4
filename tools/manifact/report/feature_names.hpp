// The names of features as they are shown.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// Of the columns of a matrix or of the features of a model: one for each, or none if there are no
// names. An empty name is "feature 17". Of a model with a vocabulary, the terms.
std::vector<std::string> names_of_features(const manifact_matrix *matrix);
std::vector<std::string> names_of_features(const manifact_model *model);

// Of what describes the topics of a model: the terms of its texts, else its features.
std::vector<std::string> names_of_terms(const manifact_model *model);

}  // namespace cli
