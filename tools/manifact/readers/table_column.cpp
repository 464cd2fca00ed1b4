// The values of a column of a table.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "readers/table_columns.hpp"

namespace cli {
namespace {

// 99 to 999999999, with any sign.
bool is_nines(double value) {
  constexpr double most = 1e9;
  double limit = 100;
  while (limit <= most && std::fabs(value) != limit - 1) limit *= 10;
  return limit <= most;
}

// Whether a double is another whole number than these digits.
bool loses_digits(std::string_view text, double value) {
  constexpr std::size_t kept = 17;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  const std::size_t significant = text.find_last_not_of('0') + 1;
  if (significant <= kept || text.size() > 308) return significant > kept;
  char exact[320];
  std::snprintf(exact, sizeof exact, "%.0f", value);
  return text != exact;
}

}  // namespace

// Beyond many values, only those of a column are counted that may still number its rows.
void TableColumn::count(std::string_view text) {
  constexpr std::size_t most_kinds = 10000;
  if (kinds.size() < most_kinds || (are_counted && !has_repeats && are_whole)) {
    has_repeats = !kinds.emplace(text).second || has_repeats;
  } else {
    are_counted = false;
  }
}

// The order and the points of the numbers.
void TableColumn::look_at(std::string_view text, double value) {
  const bool is_begin = numbers == 1 && (value == 0 || value == 1);
  counts_up = counts_up && (is_begin || (numbers > 1 && value == last_ + 1));
  last_ = value;
  if (is_nines(value)) {
    Nines &mark = nines_[value];
    if (mark.rows++ == 0) mark.text = text;
  } else {
    least_ = std::min(least_, value);
    greatest_ = std::max(greatest_, value);
  }
  is_even_ = is_even_ && (width_ == 0 || width_ == text.size());
  width_ = text.size();
  const std::size_t point = text.find_first_not_of("0123456789");
  if (point == std::string_view::npos) {
    ++whole_;
    if (lossy.empty() && loses_digits(text, value)) lossy = text;
    if (text.front() == '0' && text.size() > 1 && padded_example_.empty()) padded_example_ = text;
    largest_whole_ = std::max(largest_whole_, value);
  } else if (text[point] == '.' && point >= 1 && point <= 3 && text.front() != '0' &&
             text.size() == point + 4 &&
             text.find_first_not_of("0123456789", point + 1) == std::string_view::npos) {
    if (grouped++ == 0) grouped_example_ = text;
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
    look_at(text, *value);
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

// -999 far below all others, or 999 in several rows and far above; "" if there is none.
std::string TableColumn::missing_mark() const {
  if (nines_.empty() || least_ > greatest_) return "";
  constexpr double far = 4;
  const auto &[least, low] = *nines_.begin();
  const auto &[greatest, high] = *nines_.rbegin();
  if (least < 0 && far * least_ > least) return low.text + ", far below";
  if (high.rows > 1 && greatest > 0 && far * greatest_ < greatest) return high.text + ", far above";
  return "";
}

// 02919 beside 14325.
bool TableColumn::could_be_codes() const {
  constexpr std::size_t least_width = 3;
  return is_numeric() && !padded_example_.empty() && whole_ == numbers && is_even_ &&
         width_ >= least_width && kinds.size() > 2;
}

// 950 beside 1.100: all numbers without a point are below 1000, and the others are three digits.
bool TableColumn::could_have_thousands() const {
  constexpr std::int64_t fewest = 3;
  return grouped >= fewest && whole_ > 0 && grouped + whole_ == numbers && largest_whole_ >= 100 &&
         largest_whole_ < 1000;
}

std::string TableColumn::doubt(bool is_first, char delimiter) const {
  constexpr std::int64_t fewest_rows = 10;
  if (const std::string mark = missing_mark(); !mark.empty())
    return "has the value " + mark + " all others; if it stands for a missing value, " +
           "replace it";
  if (is_first && counts_up && is_numeric() && missing == 0 && numbers >= fewest_rows)
    return "counts the rows, 0, 1, 2, or 1, 2, 3 and so on, and is a feature; if it only numbers "
           "them, take it as their names (--id-field 1)";
  if (could_be_codes())
    return "has leading zeros as codes have, such as " + padded_example_ +
           ", and is a feature; if it holds codes, take it as the known class or as names "
           "(--label-field, --id-field)";
  if ((delimiter == ';' || delimiter == '\t') && is_numeric() && could_have_thousands())
    return "holds " + grouped_example_ +
           ", read with a decimal point, beside whole numbers below "
           "1000; if the points separate thousands, remove them";
  return "";
}

}  // namespace cli
