// Formatting helpers for error messages about files.
#pragma once

#include <string>
#include <string_view>

#include "runtime/index.hpp"

namespace manifact {

// For %lld, independent of the platform's 64-bit integer type.
inline long long shown(Index number) noexcept { return number; }

// Converts A to Z to lowercase, independent of the locale.
std::string lower_case(std::string_view text);

// Untrusted text in quotes, for one line: control characters, directional marks and invalid UTF-8
// are escaped, "\n", "\x1b", so that no name controls a terminal. At most `limit` bytes are shown,
// the first ones of a text (shown_text), the last ones of a path (shown_path).
std::string shown_text(std::string_view text, std::size_t limit);
std::string shown_path(std::string_view path);

// "file 'x.mtx'".
std::string shown_input(std::string_view path);

// The system's description of an errno, thread-safe.
std::string system_reason(int error);

}  // namespace manifact
