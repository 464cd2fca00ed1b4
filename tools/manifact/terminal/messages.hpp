// Output of all messages of the program.
#pragma once

#include <string_view>

namespace cli {

// Prints "manifact: <sentence>" as one line on standard error. Control sequences are escaped,
// because names and texts are untrusted.
void print_message(std::string_view sentence);

}  // namespace cli
