// Signs between two letters of a word, each in one form for all the ways to write it: the
// apostrophe of Cyrillic, geresh and gershayim of Hebrew, and the point between two l of Catalan.
#pragma once

#include <cstdint>

#include "shared/utf8.hpp"

namespace manifact {

constexpr std::int32_t middle_dot = 0xb7;

inline bool is_l(std::int32_t code) noexcept { return code == 'l' || code == 'L'; }
inline bool is_l_with_dot(std::int32_t code) noexcept {
  constexpr std::int32_t small = 0x140, capital = 0x13f;
  return code == small || code == capital;
}

// The form of the sign at p after a letter if it is part of a word; else 0. The text begins at
// `begin`.
std::int32_t inner_sign(const char *begin, std::int32_t before, const char *p,
                        const Character &sign, const char *end) noexcept;

// The last letter of a word so far: marks on it do not count.
std::int32_t last_letter(std::int32_t before, std::int32_t code) noexcept;

}  // namespace manifact
