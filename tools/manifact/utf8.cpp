#include "utf8.hpp"

#include <algorithm>
#include <cstdio>

namespace cli {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

bool is_blank(unsigned char c) { return c <= 0x20 || c == 0x7F; }

struct Part {
  std::size_t length;
  bool is_character;
};

// What stands at the front of a text that is not empty. The second byte's bounds shut out overlong forms, surrogates and what lies above
// U+10FFFF (Unicode, table 3-7).
Part first_part(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return {1, true};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (first < 0xC2 || first > 0xF4 || byte(1) < low || byte(1) > high) return {1, false};
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return {i, false};
  }
  return {length, true};
}

// Of a valid character.
unsigned code_point(std::string_view character) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(character[i]));
  };
  if (character.size() == 1) return byte(0);
  unsigned code = byte(0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3FU);
  return code;
}

// The controls, C1 among them, line ends of Unicode, and marks of direction: what stands behind
// those may be shown in another order.
bool steers(unsigned code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escape(unsigned code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  if (code == '\r') return "\\r";
  char text[8];
  std::snprintf(text, sizeof text, code < 0x20 ? "\\x%02x" : "\\u%04x", code & 0xFFFF);
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Part part = first_part(text);
    const std::string_view front = text.substr(0, part.length);
    if (!part.is_character) {
      char bytes[5];
      for (const char c : front)
        shown.append(bytes,
                     std::snprintf(bytes, sizeof bytes, "\\x%02x", static_cast<unsigned char>(c)));
    } else if (const unsigned code = code_point(front); steers(code)) {
      shown += escape(code);
    } else {
      shown += front;
    }
    text.remove_prefix(part.length);
  }
  return shown;
}

std::string repaired(std::string_view text) {
  std::string good;
  good.reserve(text.size());
  while (!text.empty()) {
    const Part part = first_part(text);
    good += part.is_character ? text.substr(0, part.length) : replacement;
    text.remove_prefix(part.length);
  }
  return good;
}

std::int64_t broken_parts(std::string_view text) {
  std::int64_t count = 0;
  for (;;) {
    const auto begin = std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    text.remove_prefix(static_cast<std::size_t>(begin - text.begin()));
    if (text.empty()) return count;
    const Part part = first_part(text);
    count += part.is_character ? 0 : 1;
    text.remove_prefix(part.length);
  }
}

std::string excerpt(std::string_view text, std::size_t characters) {
  std::string line;
  bool after_blank = false;
  for (std::size_t count = 0; !text.empty();) {
    if (is_blank(static_cast<unsigned char>(text.front()))) {
      after_blank = true;
      text.remove_prefix(1);
      continue;
    }
    if (count >= characters) return line + "…";
    if (after_blank && !line.empty()) {
      line += ' ';
      ++count;
    }
    after_blank = false;
    const Part part = first_part(text);
    line += part.is_character ? text.substr(0, part.length) : replacement;
    text.remove_prefix(part.length);
    ++count;
  }
  return line;
}

}  // namespace cli
