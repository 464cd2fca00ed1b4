// The names of the library's methods.
#pragma once

#include <string>
#include <vector>

namespace cli {

std::vector<std::string> method_names();

}  // namespace cli
