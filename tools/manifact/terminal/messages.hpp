// Where every message of the program leaves.
#pragma once

#include <string_view>

namespace cli {

// "manifact: <sentence>" as one line of standard error, with nothing in it that steers a terminal:
// names and texts come from anywhere.
void tell(std::string_view sentence);

}  // namespace cli
