// Text that should be UTF-8 but may not be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "shared/excerpt.hpp"

namespace cli {

// The text with each invalid sequence replaced by U+FFFD: the longest possible prefix of a
// character, at least one byte.
std::string repaired(std::string_view text);

// The number of such sequences.
std::int64_t broken_parts(std::string_view text);

// With the letters A to Z in lower case; other characters are kept.
std::string lower_case(std::string_view text);

// Escaped for one line of a terminal: control characters, directional marks and invalid UTF-8 are
// written as "\n", "\x1b", "\u009b", so that names and texts cannot control it. Valid UTF-8 without
// control characters below U+0020 gets only escapes that JSON allows.
std::string escaped(std::string_view text);

using manifact::excerpt;
using manifact::excerpt_characters;

}  // namespace cli
