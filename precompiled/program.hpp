// The headers of the library's sources, and those of the program.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "library.hpp"
