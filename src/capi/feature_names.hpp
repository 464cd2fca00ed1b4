// The names of features that are no terms, such as the columns of a table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "capi/handles.hpp"

namespace manifact {

// Invalid UTF-8 becomes U+FFFD.
std::shared_ptr<const FeatureNames> repaired_names(std::vector<std::string> &&names);

}  // namespace manifact
