#include "utf8.hpp"

namespace cli {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

bool is_blank(unsigned char c) { return c <= 0x20 || c == 0x7F; }

}  // namespace

// The second byte's bounds shut out overlong forms, surrogates and what lies above U+10FFFF (Unicode, table 3-7).
std::size_t character_length(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (first < 0xC2 || first > 0xF4 || byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

std::string repaired(std::string_view text) {
  std::string good;
  good.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    good += length > 0 ? text.substr(0, length) : replacement;
    text.remove_prefix(length > 0 ? length : 1);
  }
  return good;
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
    const std::size_t length = character_length(text);
    line += length > 0 ? text.substr(0, length) : replacement;
    text.remove_prefix(length > 0 ? length : 1);
    ++count;
  }
  return line;
}

}  // namespace cli
