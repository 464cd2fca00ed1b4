// Characters of UTF-8. Each maximal ill-formed sequence is one character, U+FFFD (Unicode 15,
// section 3.9). The program uses this, too.
#pragma once

#include <cstdint>

namespace manifact {

// The character at p, and the position of the next one. Invalid: U+FFFD.
struct Character {
  std::int32_t code;
  bool broken;
  const char *next;
};

// Continuation bytes (Unicode 15, table 3-7): their number, and the range of the first.
struct LeadByte {
  int more;
  unsigned char low, high;
};
inline LeadByte lead_byte(unsigned char first) noexcept {
  if (first < 0xc2 || first > 0xf4) return {0, 0, 0};
  if (first < 0xe0) return {1, 0x80, 0xbf};
  if (first == 0xe0) return {2, 0xa0, 0xbf};  // not overlong
  if (first == 0xed) return {2, 0x80, 0x9f};  // no surrogate
  if (first < 0xf0) return {2, 0x80, 0xbf};
  if (first == 0xf0) return {3, 0x90, 0xbf};  // not overlong
  if (first == 0xf4) return {3, 0x80, 0x8f};  // not beyond U+10FFFF
  return {3, 0x80, 0xbf};
}

// p < end
inline Character read_character(const char *p, const char *end) noexcept {
  const auto byte = [](const char *at) { return static_cast<unsigned char>(*at); };
  const unsigned char first = byte(p++);
  if (first < 0x80) return {first, false, p};
  const LeadByte lead = lead_byte(first);
  std::int32_t code = first & (0x3f >> lead.more);
  for (int i = 0; i < lead.more; ++i, ++p) {
    const unsigned char low = i == 0 ? lead.low : 0x80, high = i == 0 ? lead.high : 0xbf;
    if (p == end || byte(p) < low || byte(p) > high) return {0xfffd, true, p};
    code = (code << 6) | (byte(p) & 0x3f);
  }
  if (lead.more == 0) return {0xfffd, true, p};
  return {code, false, p};
}

}  // namespace manifact
