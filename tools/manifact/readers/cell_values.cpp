#include "readers/cell_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

// from_chars() does not distinguish a number that is too small from one that is too large: the
// power of ten of its leading digit does.
bool is_below_range(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), mark);
  const std::size_t leading = std::min(digits.find_first_of("123456789"), mark);
  const auto power = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(leading);
  if (mark == text.size()) return power < 0;
  text.remove_prefix(mark + 1);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int32_t exponent = 0;
  const auto problem = std::from_chars(text.data(), text.data() + text.size(), exponent).ec;
  return problem == std::errc() ? power + exponent < 0 : text.starts_with('-');
}

}  // namespace

std::string_view trimmed_cell(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::optional<double> number_in(std::string_view text) {
  text = trimmed_cell(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const char *const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem == std::errc::invalid_argument || stop != end) return std::nullopt;
  if (problem == std::errc()) return value;
  if (is_below_range(text)) return 0;
  return text.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
}

std::optional<std::string> with_decimal_point(std::string_view text) {
  text = trimmed_cell(text);
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::size_t comma = std::min(text.find(','), text.size());
  std::size_t groups = 0, digits = 0;
  std::string number(text.substr(0, sign));
  for (std::size_t i = sign; i < comma; ++i) {
    if (text[i] == '.') {
      if (digits == 0 || digits > 3 || (groups > 0 && digits != 3)) return std::nullopt;
      ++groups;
      digits = 0;
    } else {
      if (!is_decimal_digit(text[i])) return std::nullopt;
      number += text[i];
      ++digits;
    }
  }
  if ((groups > 0 && digits != 3) || (groups == 0 && comma == text.size())) return std::nullopt;
  if (comma < text.size()) number += '.' + std::string(text.substr(comma + 1));
  if (comma + 1 < text.size() && !is_decimal_digit(text[comma + 1])) return std::nullopt;
  return number_in(number) ? std::optional(number) : std::nullopt;
}

namespace {

// 192.168.100.101: four numbers of a byte each.
bool is_address(std::string_view text) {
  int parts = 0;
  for (const char *at = text.data(), *const end = at + text.size(); at != end; ++parts) {
    unsigned part = 0;
    const auto [stop, problem] = std::from_chars(at, end, part);
    if (problem != std::errc() || part > 255 || (stop != end && *stop != '.')) return false;
    at = stop == end ? end : stop + 1;
  }
  return parts == 4;
}

// 1 234 567,5 or 1.234.567: thousands between blanks or points.
bool has_thousands(std::string_view text) {
  if (is_address(text)) return false;
  std::size_t at = text.find_first_not_of("0123456789");
  if (at == std::string_view::npos || at == 0 || at > 3 || text.front() == '0') return false;
  std::string_view separator;
  for (const std::string_view one : {" ", ".", "\xc2\xa0", "\xe2\x80\xaf"})
    if (text.substr(at).starts_with(one)) separator = one;
  std::size_t groups = 0;
  while (!separator.empty() && text.substr(at).starts_with(separator)) {
    const std::string_view group = text.substr(at + separator.size(), 3);
    if (group.size() < 3 || group.find_first_not_of("0123456789") != std::string_view::npos)
      return false;
    at += separator.size() + 3;
    ++groups;
  }
  const std::string_view rest = text.substr(at);
  return groups > (separator == "." ? 1 : 0) &&
         (rest.empty() || ((rest.front() == ',' || rest.front() == '.') &&
                           rest.find_first_not_of("0123456789", 1) == std::string_view::npos));
}

}  // namespace

bool resembles_number(std::string_view text) {
  bool has_sign = false;
  for (const std::string_view sign : {"\xe2\x82\xac", "\xc2\xa3", "$", "%", "+", "-", "(", ")"}) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    has_sign = has_sign || text.starts_with(sign) || text.ends_with(sign);
    if (text.starts_with(sign)) text.remove_prefix(sign.size());
    if (text.ends_with(sign)) text.remove_suffix(sign.size());
  }
  if (text.empty() || !is_decimal_digit(text.front())) return false;
  if (text.starts_with("0x") || text.starts_with("0X"))
    return text.size() > 2 && text.find_first_not_of("0123456789abcdefABCDEF", 2) == text.npos;
  if (const std::size_t power = text.find_first_of("dD"); power != std::string_view::npos)
    return text.substr(0, power).find_first_not_of("0123456789.") == text.npos &&
           text.substr(power + 1).find_first_not_of("0123456789+-") == text.npos;
  if (has_thousands(text)) return true;
  const auto count = [&](char c) { return std::count(text.begin(), text.end(), c); };
  if (text.find_first_not_of("0123456789.,'/") != std::string_view::npos) return false;
  return count('/') == 1
             ? text.ends_with('/') == false
             : count('/') == 0 && (has_sign || count(',') + count('\'') > 0 || count('.') < 2);
}

std::optional<int> boolean_in(std::string_view text) {
  const std::string word = lower_case(trimmed_cell(text));
  if (word == "true" || word == "t" || word == "yes" || word == "y") return 1;
  if (word == "false" || word == "f" || word == "no" || word == "n") return 0;
  return std::nullopt;
}

}  // namespace cli
