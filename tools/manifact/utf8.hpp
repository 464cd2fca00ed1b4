// Text that is meant to be UTF-8 and may not be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

// The bytes of the well-formed character at the front of a text that is not empty; 0 when there is none.
std::size_t character_length(std::string_view text);

// The same text with U+FFFD for each byte that is no part of a character.
std::string repaired(std::string_view text);

// How a text begins: at most so many characters on one line, blanks and control characters collapsed, "…" where it was cut.
std::string excerpt(std::string_view text, std::size_t characters);

}  // namespace cli
