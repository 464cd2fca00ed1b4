// Files of safetensors: a JSON object that names arrays, and their numbers.
#pragma once

#include <optional>
#include <string>

#include "readers/arrays.hpp"

namespace cli {

// The matrix of this name; without a name, the only one.
DenseArrays read_safetensors(Stream &stream, const std::optional<std::string> &array);

}  // namespace cli
