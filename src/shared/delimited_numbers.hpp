// What the first line of a table of numbers shows: what separates its cells, and whether numbers
// are names of columns. The program uses this, too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace manifact {

// A tab or a semicolon outside of quotes determines the separator: a comma is then a decimal comma
// or part of a name. Blanks between cells are separators where nothing else is one.
inline char separator_of(std::string_view line) noexcept {
  bool quoted = false, semicolon = false, comma = false, is_after_blank = false, several = false;
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '\t') return '\t';
    semicolon = semicolon || (!quoted && c == ';');
    comma = comma || (!quoted && c == ',');
    several = several || (is_after_blank && c != ' ' && c != '\r');
    is_after_blank = !quoted && c == ' ';
  }
  return semicolon ? ';' : several && !comma ? ' ' : ',';
}

inline bool is_year(double value) {
  return value >= 1000 && value < 3000 && value == std::floor(value);
}

// Whether value(0), ..., value(count - 1) increase by 1; false for none.
template <class ValueAt>
bool increase_by_one(std::size_t count, const ValueAt &value) {
  for (std::size_t j = 1; j < count; ++j)
    if (value(j) != value(j - 1) + 1) return false;
  return count > 0;
}

// Whether they do so from 0, 1 or a year: names of columns rather than values.
template <class ValueAt>
bool could_be_names(std::size_t count, const ValueAt &value) {
  return increase_by_one(count, value) && (value(0) == 0 || value(0) == 1 || is_year(value(0)));
}

}  // namespace manifact
