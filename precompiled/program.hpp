// The headers of the library's sources, and those of the program. CLI11 is not among them: one
// source includes it.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "library.hpp"
