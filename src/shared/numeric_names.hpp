// Numbers in the first line of a table that may be names of columns. The program uses this, too.
#pragma once

#include <cmath>
#include <cstddef>

namespace manifact {

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
