// Names of character sets, as mail, HTML, XML and users write them.
#pragma once

#include <string>
#include <string_view>

namespace cli {

// What iconv() calls a character set: by the labels of the WHATWG Encoding Standard, by numbers of
// code pages in any spelling, or by a name of iconv itself. Case, blanks and quotes do not matter.
// "" if it is unknown.
std::string encoding_of_label(std::string_view label);

// Whether a declaration leaves the character set open: "", "unknown-8bit", "x-unknown".
bool is_open_label(std::string_view label);

}  // namespace cli
