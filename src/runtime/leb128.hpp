// Variable-length integers, LEB128: seven bits per byte, lowest first; the high bit marks that more
// follow.
#pragma once

#include <cstdint>

namespace manifact {

// Returns the end of the bytes written.
inline unsigned char *write_leb128(unsigned char *to, std::uint64_t value) noexcept {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<unsigned char>(value | 0x80);
  *to++ = static_cast<unsigned char>(value);
  return to;
}

// Advances `from` past the number.
inline std::uint64_t read_leb128(const unsigned char *&from) noexcept {
  std::uint64_t value = *from++;
  if (value < 0x80) return value;
  value &= 0x7F;
  for (int shift = 7;; shift += 7) {
    const unsigned char byte = *from++;
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
}

}  // namespace manifact
