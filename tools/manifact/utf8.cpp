#include "utf8.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace cli {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

bool is_blank(unsigned char c) { return c <= 0x20 || c == 0x7F; }

// Bytes of the character that the text begins with, 0 where it begins with none.
std::size_t length_of_first(std::string_view text) {
  utf8proc_int32_t code;
  const auto *const bytes = reinterpret_cast<const utf8proc_uint8_t *>(text.data());
  const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code);
  return static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 0));
}

// Bytes might begin a character where the lowest or the highest that can follow complete one.
std::size_t length_of_broken(std::string_view text) {
  for (std::size_t length = std::min<std::size_t>(text.size(), 3); length > 1; --length)
    for (const char next : {'\x80', '\xBF'})
      if (length_of_first(std::string(text.substr(0, length)).append(3, next)) > 0) return length;
  return 1;
}

// Takes the first character, or part that is none, off a text that is not empty.
std::string_view take_first(std::string_view &text) {
  const std::size_t length = length_of_first(text);
  const std::string_view first = length > 0 ? text.substr(0, length) : replacement;
  text.remove_prefix(length > 0 ? length : length_of_broken(text));
  return first;
}

}  // namespace

std::string repaired(std::string_view text) {
  std::string good;
  good.reserve(text.size());
  while (!text.empty()) good += take_first(text);
  return good;
}

std::int64_t broken_parts(std::string_view text) {
  std::int64_t count = 0;
  while (!text.empty()) count += take_first(text).data() == replacement.data() ? 1 : 0;
  return count;
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
    line += take_first(text);
    ++count;
  }
  return line;
}

}  // namespace cli
