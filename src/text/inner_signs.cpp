#include "text/inner_signs.hpp"

#include <utf8proc.h>

#include <cstddef>

namespace manifact {
namespace {

constexpr std::int32_t letter_apostrophe = 0x2bc, right_quote = 0x2019, geresh = 0x5f3,
                       gershayim = 0x5f4, right_quotes = 0x201d;

// Letters, marks, numbers and connectors.
bool is_of_word(std::int32_t code) noexcept {
  const auto category = utf8proc_category(code);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO) ||
         category == UTF8PROC_CATEGORY_PC;
}

bool is_cyrillic(std::int32_t code) noexcept { return code >= 0x400 && code < 0x530; }
bool is_hebrew(std::int32_t code) noexcept { return code >= 0x5d0 && code <= 0x5f2; }

bool is_mark(std::int32_t code) noexcept {
  return (code >= 0x300 && code < 0x370) || (code >= 0x483 && code < 0x48a) ||
         (code >= 0x591 && code < 0x5c8);
}

bool is_quote(std::int32_t code) noexcept {
  constexpr std::int32_t left_quotes = 0x201c, low_quotes = 0x201e;
  return code == '"' || code == right_quotes || code == left_quotes || code == low_quotes;
}

// Whether the word of Hebrew letters and marks that ends at p begins after a quote.
bool is_after_quote(const char *begin, const char *p) noexcept {
  constexpr auto first_byte = [](char c) { return c == '\xd6' || c == '\xd7'; };
  while (p - begin >= 2 && first_byte(p[-2])) p -= 2;
  if (p > begin && p[-1] == '"') return true;
  constexpr std::ptrdiff_t bytes = 3;  // of the other quotes
  return p - begin >= bytes && is_quote(read_character(p - bytes, p).code);
}

// Whether a quote that is followed by `after` stands for gershayim: before the last letter of a
// word. Before the letter of ב"הארץ" begins a quotation, and that of ב"ה" is one, but "צה"ל" has
// a quote on each side.
bool is_gershayim(const char *begin, const char *quote, const char *after,
                  const char *end) noexcept {
  Character next = read_character(after, end);
  if (!is_hebrew(next.code)) return false;
  do {
    if (next.next == end) return true;
    next = read_character(next.next, end);
  } while (is_mark(next.code));
  if (is_quote(next.code)) return is_after_quote(begin, quote);
  return next.code != gershayim && !is_of_word(next.code);
}

}  // namespace

std::int32_t inner_sign(const char *begin, std::int32_t before, const char *p,
                        const Character &sign, const char *end) noexcept {
  const auto between = [&](bool (*is_one)(std::int32_t), std::int32_t form) {
    return is_one(before) && sign.next < end && is_one(read_character(sign.next, end).code) ? form
                                                                                            : 0;
  };
  switch (sign.code) {
    case '\'':
    case right_quote:
      return is_hebrew(before) ? between(is_hebrew, geresh)
                               : between(is_cyrillic, letter_apostrophe);
    case letter_apostrophe:
      return between(is_cyrillic, letter_apostrophe);
    case '"':
    case right_quotes:
      return is_hebrew(before) && sign.next < end && is_gershayim(begin, p, sign.next, end)
                 ? gershayim
                 : 0;
    case gershayim:
      return between(is_hebrew, gershayim);
    case geresh:
      return between(is_hebrew, geresh);
    case middle_dot:
      return between(is_l, middle_dot);
    default:
      return 0;
  }
}

std::int32_t last_letter(std::int32_t before, std::int32_t code) noexcept {
  return is_mark(code) ? before : code;
}

}  // namespace manifact
