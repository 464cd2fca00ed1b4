// The values of a column of a table.
#include <algorithm>
#include <cmath>

#include "readers/table_columns.hpp"

namespace cli {

// Beyond many values, only those of a column are counted that may still number its rows.
void TableColumn::count(std::string_view text) {
  constexpr std::size_t most_kinds = 10000;
  if (kinds.size() < most_kinds || (are_counted && !has_repeats && are_whole)) {
    has_repeats = !kinds.emplace(text).second || has_repeats;
  } else {
    are_counted = false;
  }
}

void TableColumn::add(std::string_view cell, const MissingWords &words_for_missing,
                      bool is_quoted) {
  const std::string_view text = trimmed_cell(cell);
  if (text.empty() || words_for_missing.contain(text, is_quoted)) {
    ++missing;
    return;
  }
  if (const std::optional<double> value = number_in(text)) {
    ++numbers;
    are_whole = are_whole && *value == std::floor(*value);
  } else if (boolean_in(text)) {
    ++booleans;
  } else {
    if (words++ == 0) example = text;
    longest = std::max(longest, text.size());
  }
  count(text);
}

bool TableColumn::could_be_classes() const {
  return !is_numeric() ||
         (are_whole && 2 * std::ssize(kinds) <= std::max<std::int64_t>(values(), 4));
}

bool TableColumn::counts_classes() const {
  constexpr std::size_t most_classes = 20;
  if (!is_numeric() || !are_whole || !are_counted || missing > 0 || kinds.size() > most_classes ||
      4 * std::ssize(kinds) > values())
    return false;
  std::vector<double> numbers_found;
  for (const std::string &kind : kinds) numbers_found.push_back(number_in(kind).value_or(0));
  std::sort(numbers_found.begin(), numbers_found.end());
  const double least = numbers_found.front();
  if (kinds.size() == 2)
    return (least == 0 || least == 1 || least == -1 || least == 2) &&
           numbers_found.back() - least <= 2;
  return (least == 0 || least == 1) &&
         numbers_found.back() - least + 1 == static_cast<double>(kinds.size());
}

std::string TableColumn::missing_mark() const {
  if (!are_counted) return "";
  std::string mark;
  double least = HUGE_VAL;
  for (const std::string &kind : kinds) {
    const double value = number_in(kind).value_or(0);
    if (value == -99 || value == -999 || value == -9999 || value == -99999)
      mark = kind;
    else
      least = std::min(least, value);
  }
  return !mark.empty() && least > -9 && least < HUGE_VAL ? mark : "";
}

}  // namespace cli
