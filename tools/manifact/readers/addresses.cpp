#include "readers/addresses.hpp"

#include <algorithm>
#include <utility>

#include "readers/cell_values.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_address = 2000;

bool has_scheme(std::string_view value, std::string_view scheme) {
  return value.size() > scheme.size() && lower_case(value.substr(0, scheme.size())) == scheme;
}

// "10.1000/182": a registrant of 4 to 9 digits, which may have parts, and a suffix.
bool is_doi(std::string_view value) {
  if (!value.starts_with("10.")) return false;
  const std::size_t end = value.find_first_not_of("0123456789", 3), slash = value.find('/');
  return end != std::string_view::npos && end - 3 >= 4 && end - 3 <= 9 &&
         (value[end] == '/' || value[end] == '.') && slash != std::string_view::npos &&
         slash + 1 < value.size() &&
         value.substr(3, slash - 3).find_first_not_of("0123456789.") == std::string_view::npos;
}

// The characters of a DOI that mean something else in an address.
std::string encoded(std::string_view doi) {
  constexpr std::string_view special = "%\"#?<>[]{}|\\^`";
  constexpr const char *digits = "0123456789ABCDEF";
  std::string text;
  for (const char c : doi) {
    const auto byte = static_cast<unsigned char>(c);
    if (special.find(c) == std::string_view::npos)
      text += c;
    else
      text.append(1, '%').append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
  }
  return text;
}

}  // namespace

std::string address_in(std::string_view value) {
  value = trimmed_cell(value);
  const bool is_one_word = std::none_of(value.begin(), value.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte == 0x7f || c == '"' || c == '<' || c == '>' || c == '\\';
  });
  if (value.size() > longest_address) return "";
  if (has_scheme(value, "doi:")) value = trimmed_cell(value.substr(4));
  if (is_doi(value) && value.find(' ') == std::string_view::npos)
    return "https://doi.org/" + encoded(value);
  if (!is_one_word) return "";
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!has_scheme(value, scheme)) continue;
    const char first = value[scheme.size()];
    return first == '/' || first == '?' || first == '#' || first == ':' ? "" : repaired(value);
  }
  return "";
}

std::string Links::address(std::string_view value, const std::string &place) {
  std::string address = address_in(value);
  if (address.empty() && !value.empty() && others_++ == 0) first_ = place;
  return address;
}

void Links::report(const std::string &name, const Reading &reading) {
  if (const std::int64_t count = std::exchange(others_, 0); count > 0)
    reading.report(name + ": " + counted(count, "link") + (count == 1 ? " is" : " are") +
                   " neither http, https nor a DOI and left out; the first is at " + first_);
}

}  // namespace cli
