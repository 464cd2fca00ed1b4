// The values of columns of Arrow and Parquet, as text. The program uses this, too.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace manifact {

inline void append_number(std::string &to, std::int64_t value, int digits) {
  const std::string text = std::to_string(value);
  if (std::ssize(text) < digits) to.append(static_cast<std::size_t>(digits) - text.size(), '0');
  to += text;
}

// Of the Gregorian calendar, in eras of 400 years that begin in March.
inline void append_date(std::string &to, std::int64_t days) {
  constexpr std::int64_t of_an_era = 146097, before_1970 = 719468;
  days += before_1970;
  const std::int64_t era = (days >= 0 ? days : days - of_an_era + 1) / of_an_era;
  const std::int64_t day = days - era * of_an_era;
  const std::int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  const std::int64_t of_year = day - (365 * year + year / 4 - year / 100);
  const std::int64_t month = (5 * of_year + 2) / 153;
  const std::int64_t civil = month < 10 ? month + 3 : month - 9;
  const std::int64_t shown = year + era * 400 + (civil <= 2 ? 1 : 0);
  if (shown < 0) to += '-';
  append_number(to, shown < 0 ? -shown : shown, 4);
  to += '-';
  append_number(to, civil, 2);
  to += '-';
  append_number(to, of_year - (153 * month + 2) / 5 + 1, 2);
}

inline std::int64_t floor_divide(std::int64_t value, std::int64_t by, std::int64_t &rest) {
  rest = value % by;
  const bool is_below = rest < 0;
  if (is_below) rest += by;
  return value / by - (is_below ? 1 : 0);
}

// "12:34:56.789"
inline void append_time(std::string &to, std::int64_t units, std::int64_t per_second) {
  std::int64_t fraction = 0, second = 0, minute = 0;
  const std::int64_t seconds = floor_divide(units, per_second, fraction);
  const std::int64_t minutes = floor_divide(seconds, 60, second);
  const std::int64_t hours = floor_divide(minutes, 60, minute);
  append_number(to, hours, 2);
  to += ':';
  append_number(to, minute, 2);
  to += ':';
  append_number(to, second, 2);
  if (fraction == 0) return;
  to += '.';
  append_number(to, fraction, static_cast<int>(std::to_string(per_second).size()) - 1);
  to.erase(to.find_last_not_of('0') + 1);
}

inline void append_moment(std::string &to, std::int64_t units, std::int64_t per_second,
                          bool is_utc) {
  std::int64_t of_day = 0;
  constexpr std::int64_t seconds = 86400;
  const std::int64_t days = floor_divide(units, seconds * per_second, of_day);
  append_date(to, days);
  to += ' ';
  append_time(to, of_day, per_second);
  if (is_utc) to += 'Z';
}

// Digits with a point before the last `scale` of them.
inline void append_scaled(std::string &to, std::string digits, std::int64_t scale) {
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.erase(0, 1);
  if (const std::int64_t least = scale + 1; scale > 0 && std::ssize(digits) < least)
    digits.insert(0, static_cast<std::size_t>(least) - digits.size(), '0');
  if (scale > 0) digits.insert(digits.size() - static_cast<std::size_t>(scale), ".");
  if (scale < 0 && digits != "0") digits.append(static_cast<std::size_t>(-scale), '0');
  to += (is_negative ? "-" : "") + digits;
}

// A big-endian number in two's complement.
inline std::string digits_of(std::string_view bytes) {
  std::string number(bytes);
  const bool is_negative = !number.empty() && (number.front() & 0x80) != 0;
  if (is_negative) {
    int carry = 1;
    for (std::size_t i = number.size(); i-- > 0;) {
      const int sum = (~number[i] & 255) + carry;
      number[i] = static_cast<char>(sum & 255);
      carry = sum >> 8;
    }
  }
  std::string digits;
  for (std::size_t begin = 0; begin < number.size();) {
    int rest = 0;
    for (std::size_t i = begin; i < number.size(); ++i) {
      const int part = rest * 256 + (number[i] & 255);
      number[i] = static_cast<char>(part / 10);
      rest = part % 10;
    }
    digits += static_cast<char>('0' + rest);
    while (begin < number.size() && number[begin] == 0) ++begin;
  }
  if (digits.empty()) digits = "0";
  if (is_negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

inline void append_uuid(std::string &to, std::string_view bytes) {
  constexpr const char *hex = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) to += '-';
    to += hex[bytes[i] >> 4 & 15];
    to += hex[bytes[i] & 15];
  }
}

// Numbers are written so that reading gives the same bits.
inline void append_real(std::string &to, double value) {
  char digits[32];
  const auto [end, problem] = std::to_chars(digits, digits + sizeof digits, value);
  to.append(digits, end);
  static_cast<void>(problem);  // they suffice
}

// IEEE 754 numbers of two bytes.
inline double half_precision(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction == 0 ? HUGE_VAL : NAN)
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return bits >> 15 != 0 ? -size : size;
}

}  // namespace manifact
