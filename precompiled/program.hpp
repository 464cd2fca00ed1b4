// The headers of the library's sources, and those of the program.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "library.hpp"
