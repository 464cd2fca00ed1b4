#include "terminal/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace cli {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

bool is_ascii(char c) { return static_cast<signed char>(c) >= 0; }
bool is_blank(unsigned char c) { return c <= 0x20 || c == 0x7F; }

// The length in bytes of the first character, and the character; 0 if the text does not begin with
// a valid one.
std::size_t length_of_first(std::string_view text, utf8proc_int32_t &code) {
  if (!text.empty() && is_ascii(text.front())) {
    code = text.front();
    return 1;
  }
  const auto *const bytes = reinterpret_cast<const utf8proc_uint8_t *>(text.data());
  const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code);
  return static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 0));
}

std::size_t length_of_first(std::string_view text) {
  utf8proc_int32_t code;
  return length_of_first(text, code);
}

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

// Bytes are a possible prefix of a character if the lowest or the highest continuation completes
// one.
std::size_t length_of_broken(std::string_view text) {
  for (std::size_t length = std::min<std::size_t>(text.size(), 3); length > 1; --length)
    for (const char next : {'\x80', '\xBF'})
      if (length_of_first(std::string(text.substr(0, length)).append(3, next)) > 0) return length;
  return 1;
}

// Removes the first character or invalid sequence from a nonempty text.
std::string_view take_first(std::string_view &text) {
  const std::size_t length = length_of_first(text);
  const std::string_view first = length > 0 ? text.substr(0, length) : replacement;
  text.remove_prefix(length > 0 ? length : length_of_broken(text));
  return first;
}

// Control characters including C1, the line separators of Unicode, and directional marks, which may
// change the displayed order of the text after them.
bool steers(utf8proc_int32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escape(utf8proc_int32_t code) {
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
    utf8proc_int32_t code;
    const std::size_t length = length_of_first(text, code);
    const std::string_view front = text.substr(0, length > 0 ? length : length_of_broken(text));
    text.remove_prefix(front.size());
    if (length > 0) {
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
    count += take_first(text).data() == replacement.data() ? 1 : 0;
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
    const bool blank = after_blank && !line.empty();
    count += blank ? 2 : 1;
    if (count > characters) return line + "…";
    if (blank) line += ' ';
    after_blank = false;
    line += take_first(text);
  }
  return line;
}

}  // namespace cli
