// The beginning of a text. The program uses this, too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "shared/utf8.hpp"

namespace manifact {

// Of the texts that models keep in the column "excerpt", from which titles are made.
inline constexpr std::size_t excerpt_characters = 200;

inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";  // U+FFFD

// Removes the first character or invalid sequence from a nonempty text; the latter is U+FFFD.
inline std::string_view take_first(std::string_view &text) {
  const Character character = read_character(text.data(), text.data() + text.size());
  const auto length = static_cast<std::size_t>(character.next - text.data());
  const std::string_view first = character.broken ? replacement_character : text.substr(0, length);
  text.remove_prefix(length);
  return first;
}

// At most `characters` characters on one line, with blanks and control characters collapsed, and
// "…" if it was cut. The excerpt of an excerpt is the same.
inline std::string excerpt(std::string_view text, std::size_t characters) {
  const auto is_blank = [](unsigned char c) { return c <= 0x20 || c == 0x7f; };
  std::string line;
  bool after_blank = false;
  for (std::size_t count = 0; !text.empty();) {
    if (is_blank(static_cast<unsigned char>(text.front()))) {
      after_blank = true;
      text.remove_prefix(1);
      continue;
    }
    const bool blank = after_blank && !line.empty();
    count += blank ? 2 : 1;
    if (count > characters) return line + "…";
    if (blank) line += ' ';
    after_blank = false;
    line += take_first(text);
  }
  return line;
}

}  // namespace manifact
