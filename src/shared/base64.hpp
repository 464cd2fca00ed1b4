// Bytes as text in base64.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace manifact {

inline constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline void append_base64(std::string &to, std::string_view bytes) {
  to.reserve(to.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (b < count ? static_cast<unsigned char>(bytes[at + b]) : 0U);
    for (std::size_t d = 0; d < 4; ++d)
      to += d <= count ? base64_digits[group >> (18 - 6 * d) & 63] : '=';
  }
}

// The bytes; false if the text is not base64 without line ends.
inline bool from_base64(std::string_view text, std::string &to) {
  to.clear();
  while (text.ends_with('=')) text.remove_suffix(1);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = base64_digits.find(c);
    if (digit == std::string_view::npos) return false;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    to += static_cast<char>(group >> bits & 0xff);
  }
  return true;
}

}  // namespace manifact
