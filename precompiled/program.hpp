// The headers of the library's sources, and those of the program. CLI11 is not among them: its
// constants are compiled again in each source that includes it, which takes some seconds.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "library.hpp"
