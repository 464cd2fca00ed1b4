// The values of a column of a table.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "readers/epochs.hpp"
#include "readers/table_columns.hpp"

namespace cli {
namespace {

// Whether a number has the same digit, several times: 99 to 999999999.
bool repeats(double value, int digit) {
  constexpr double most = 1e9;
  double repeated = 11 * digit;
  while (repeated < most && repeated != value) repeated = 10 * repeated + digit;
  return repeated < most;
}

// 99.9 to 9999999.9; 99.99 is a price.
bool has_nines_behind_point(double value) {
  const double tenths = std::round(10 * value);
  return value != std::floor(value) && value > 99 && tenths / 10 == value && repeats(tenths, 9);
}

bool is_power_of_two(double value) {
  int exponent = 0;
  return value == 0 || std::frexp(value, &exponent) == 0.5;
}

// The bounds of integers.
bool is_bound(double value) {
  constexpr std::array bounds{-32768.0,     -2147483648.0, -9223372036854775808.0, 32767.0, 65535.0,
                              2147483647.0, 4294967295.0,  9223372036854775807.0};
  return std::find(bounds.begin(), bounds.end(), value) != bounds.end();
}

// The largest float, and what netCDF and others fill gaps with: 1e20, 1e36.
bool is_fill_value(double size) {
  constexpr double netcdf = 9.969209968386869e36, largest_float = 3.4028234663852886e38;
  constexpr double powers_from = 1e15, rounded = 1e-5;
  const auto is_near = [&](double value) { return std::fabs(size / value - 1) < rounded; };
  if (is_near(netcdf) || is_near(largest_float)) return true;
  return size >= powers_from && is_near(std::pow(10, std::round(std::log10(size))));
}

// 77, 88 and 99, or three digits and more.
bool is_code(double size) {
  return size < 1e4 && (repeats(size, 7) || repeats(size, 8) || repeats(size, 9));
}

constexpr double lowest_code = -9, highest_code = -7;  // of surveys; the lowest also of PLINK

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

bool could_mark_missing(double value) {
  constexpr double least_digits = 77;
  if (value >= lowest_code && value <= highest_code) return value == std::floor(value);
  const double size = std::fabs(value);
  if (!(size >= least_digits)) return false;
  return repeats(size, 9) || is_code(size) || has_nines_behind_point(size) || is_bound(value) ||
         is_fill_value(size);
}

// Beyond many values, only those of a column are counted that may still number its rows.
void TableColumn::count(std::string_view text) {
  constexpr std::size_t most_kinds = 10000;
  if (kinds.size() < most_kinds || (are_counted && !has_repeats && are_whole)) {
    has_repeats = !kinds.emplace(text).second || has_repeats;
  } else {
    are_counted = false;
  }
}

// Whether different whole numbers become the same one.
void TableColumn::look_at_digits(std::string_view text, double value) {
  constexpr std::size_t most = 100000;
  if (lossy.empty() && loses_digits(text, value)) lossy = text;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  const auto found = digits_.find(value);
  if (found != digits_.end())
    has_merged = has_merged || found->second != text;
  else if (digits_.size() < most)
    digits_.emplace(value, text);
}

// The order and the points of the numbers.
void TableColumn::look_at(std::string_view text, double value) {
  const bool is_begin = numbers == 1 && (value == 0 || value == 1);
  counts_up = counts_up && (is_begin || (numbers > 1 && value == last_ + 1));
  last_ = value;
  if (could_mark_missing(value)) {
    Mark &mark = marks_[value];
    if (mark.rows++ == 0) mark.text = text;
  } else {
    least_ = std::min(least_, value);
    greatest_ = std::max(greatest_, value);
    if (value != 0) smallest_size_ = std::min(smallest_size_, std::fabs(value));
    are_powers_of_two_ = are_powers_of_two_ && is_power_of_two(value);
  }
  is_even_ = is_even_ && (width_ == 0 || width_ == text.size());
  width_ = text.size();
  const std::size_t point = text.find_first_not_of("0123456789");
  if (point == std::string_view::npos) {
    ++whole_;
    if (text.size() > 17) look_at_digits(text, value);
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

bool TableColumn::are_years() const {
  constexpr double first = 1000, end = 3000;
  return is_numeric() && are_whole && std::all_of(kinds.begin(), kinds.end(), [](const auto &kind) {
           const double year = number_in(kind).value_or(0);
           return year >= first && year < end;
         });
}

bool TableColumn::could_be_dates(bool is_named) const {
  if (!is_numeric() || are_years()) return false;
  const std::vector<std::string> found(kinds.begin(), kinds.end());
  return numeric_dates_in(found) != NumericDates::none && (is_named || !are_amounts(found));
}

bool TableColumn::are_moments() const {
  return (is_numeric() && cli::are_moments({kinds.begin(), kinds.end()})) ||
         (words == values() && std::all_of(kinds.begin(), kinds.end(), begins_with_date));
}

bool TableColumn::could_be_ids() const {
  constexpr std::size_t fewest = 5;
  return is_numeric() && are_whole && least_ >= 0 && greatest_ > 9 && kinds.size() >= fewest;
}

bool TableColumn::could_be_serial_days() const {
  constexpr double first = 20000, end = 73051;
  return is_numeric() && std::all_of(kinds.begin(), kinds.end(), [](const auto &kind) {
           const double day = number_in(kind).value_or(0);
           return day >= first && day < end;
         });
}

std::string date_of_serial_day(std::string_view text) {
  constexpr std::int64_t day_1970 = 25569;
  const std::optional<double> day = number_in(text);
  return day ? iso_date(static_cast<std::int64_t>(std::floor(*day)) - day_1970) : "";
}

bool TableColumn::counts_classes(bool is_named) const {
  constexpr std::size_t most_classes = 20;
  if (!is_numeric() || !are_whole || !are_counted || missing > 0 || kinds.size() > most_classes ||
      4 * std::ssize(kinds) > values())
    return false;
  std::vector<double> numbers_found;
  for (const std::string &kind : kinds) numbers_found.push_back(number_in(kind).value_or(0));
  std::sort(numbers_found.begin(), numbers_found.end());
  const double least = numbers_found.front();
  if (is_named) return kinds.size() > 1 && least >= -1;
  if (kinds.size() == 2)
    return (least == 0 || least == 1 || least == -1 || least == 2) &&
           numbers_found.back() - least <= 2;
  return (least == 0 || least == 1) &&
         numbers_found.back() - least + 1 == static_cast<double>(kinds.size());
}

// Far from all other values; those that measurements have, too, only in several of many rows.
bool TableColumn::is_mark_far(double value, const Mark &mark) const {
  constexpr double far = 4, much = 10, far_beyond = 1e6;
  constexpr std::int64_t fewest_rows = 10;
  constexpr std::size_t fewest_others = 3;
  const double size = std::fabs(value), range = greatest_ - least_,
               largest = std::max(std::fabs(least_), std::fabs(greatest_));
  const bool is_far = value < 0 ? far * least_ > value : far * greatest_ < value;
  if (repeats(size, 9) && is_far && (value < 0 || mark.rows > 1)) return true;
  if (mark.rows < 2 || numbers < fewest_rows || kinds.size() < marks_.size() + fewest_others)
    return false;
  // A difference may be -9.
  if (value < 0 && size <= -lowest_code)
    return value == lowest_code && are_whole && least_ >= 0 && far * (least_ - value) > range;
  if (!is_far) return false;
  // A count may be 88, but hardly 77, too.
  if (is_code(size))
    return std::any_of(marks_.begin(), marks_.end(), [&](const auto &other) {
      return other.first != value && other.first * value > 0 && is_code(std::fabs(other.first)) &&
             std::floor(std::log10(std::fabs(other.first))) == std::floor(std::log10(size));
    });
  if (is_fill_value(size))
    return size > far_beyond * largest && size * smallest_size_ > largest * largest;
  return size > much * range && !(is_bound(value) && are_powers_of_two_);
}

// -999 far below all others, or 999 in several rows and far above; "" if there is none.
std::string TableColumn::missing_mark() const {
  if (least_ > greatest_) return "";
  for (const auto &[value, mark] : marks_)
    if (value < 0 && is_mark_far(value, mark)) return mark.text + ", far below";
  for (auto it = marks_.rbegin(); it != marks_.rend(); ++it)
    if (it->first > 0 && is_mark_far(it->first, it->second)) return it->second.text + ", far above";
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

bool TableColumn::do_count_rows() const {
  constexpr std::int64_t fewest_rows = 10;
  return counts_up && is_numeric() && missing == 0 && numbers >= fewest_rows;
}

std::string told_counter(const std::string &name) {
  return "counts the rows, 0, 1, 2, or 1, 2, 3 and so on, and is a feature; if it only numbers "
         "them, take it as their names (--id-field " +
         name + ')';
}

std::string TableColumn::doubt(const std::string &counter, char delimiter) const {
  if (const std::string mark = missing_mark(); !mark.empty())
    return "has the value " + mark + " all others; if it stands for a missing value, " +
           "replace it";
  if (!counter.empty() && do_count_rows()) return told_counter(counter);
  if (!lossy.empty())
    return "holds whole numbers of more digits than are kept, such as " + lossy.substr(0, 40) +
           ", and is a feature; if these are names or codes, take it as such (--id-field, "
           "--label-field)";
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
