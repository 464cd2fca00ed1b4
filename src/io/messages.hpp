// The words that errors about files are made of.
#pragma once

#include <string>
#include <string_view>

#include "runtime/index.hpp"

namespace manifact {

// For %lld, whatever the platform calls its 64-bit integers.
inline long long shown(Index number) noexcept { return number; }

// A to Z to small letters, in any locale.
std::string lower_case(std::string_view text);

// Text from outside in quotes, fit for one line: control characters, marks of direction and what is
// not UTF-8 are escaped, "\n", "\x1b", so that no name steers a terminal. At most `limit` bytes are
// shown, the first ones of a piece of text (shown_text), the last ones of a path (shown_path).
std::string shown_text(std::string_view text, std::size_t limit);
std::string shown_path(std::string_view path);

// "file 'x.mtx'", or "standard input" for "-".
std::string shown_input(std::string_view path);

// What the system says about an errno, safe in any thread.
std::string system_reason(int error);

}  // namespace manifact
