// Text that is meant to be UTF-8 and may not be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

// The same text with U+FFFD for each part that is no character: as many bytes as might begin one,
// at least one.
std::string repaired(std::string_view text);

// How many such parts there are.
std::int64_t broken_parts(std::string_view text);

// Fit for one line of a terminal: control characters, marks of direction and what is not UTF-8 are
// escaped, "\n", "\x1b", "\u009b", so that no name and no text steers it. Valid UTF-8 without the
// controls below U+0020 gets escapes of JSON only.
std::string escaped(std::string_view text);

// How a text begins: at most so many characters on one line, blanks and control characters
// collapsed, "…" where it was cut.
std::string excerpt(std::string_view text, std::size_t characters);

}  // namespace cli
