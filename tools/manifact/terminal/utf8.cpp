#include "terminal/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "shared/excerpt.hpp"

namespace cli {
namespace {

using manifact::Character;
using manifact::take_first;

bool is_ascii(char c) { return static_cast<signed char>(c) >= 0; }

// The bytes before the first one beyond ASCII.
std::size_t length_of_ascii(std::string_view text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  std::size_t length = 0;
  for (std::uint64_t word; text.size() - length >= sizeof word; length += sizeof word) {
    std::memcpy(&word, text.data() + length, sizeof word);
    if ((word & high_bits) != 0) break;
  }
  while (length < text.size() && is_ascii(text[length])) ++length;
  return length;
}

Character first_of(std::string_view text) {
  return manifact::read_character(text.data(), text.data() + text.size());
}

// Control characters including C1, the line separators of Unicode, and directional marks, which may
// change the displayed order of the text after them.
bool steers(std::int32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escape(std::int32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  if (code == '\r') return "\\r";
  char text[8];
  std::snprintf(text, sizeof text, code < 0x20 ? "\\x%02x" : "\\u%04x",
                static_cast<unsigned>(code) & 0xFFFF);
  return text;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

std::string escaped(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const auto [code, broken, next] = first_of(text);
    const std::string_view front = text.substr(0, static_cast<std::size_t>(next - text.data()));
    text.remove_prefix(front.size());
    if (!broken) {
      shown += steers(code) ? escape(code) : std::string(front);
      continue;
    }
    char bytes[5];
    for (const char c : front) {
      shown.append(bytes,
                   std::snprintf(bytes, sizeof bytes, "\\x%02x", static_cast<unsigned char>(c)));
    }
  }
  return shown;
}

std::string repaired(std::string_view text) {
  std::string good;
  good.reserve(text.size());
  for (;;) {
    const std::size_t ascii = length_of_ascii(text);
    good += text.substr(0, ascii);
    text.remove_prefix(ascii);
    if (text.empty()) return good;
    good += take_first(text);
  }
}

std::int64_t broken_parts(std::string_view text) {
  std::int64_t count = 0;
  for (;;) {
    text.remove_prefix(length_of_ascii(text));
    if (text.empty()) return count;
    const manifact::Character first =
        manifact::read_character(text.data(), text.data() + text.size());
    count += first.broken ? 1 : 0;
    text.remove_prefix(static_cast<std::size_t>(first.next - text.data()));
  }
}

}  // namespace cli
