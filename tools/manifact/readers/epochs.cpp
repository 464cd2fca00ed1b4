#include "readers/epochs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace cli {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr double seconds_of_day = 86400, year_2200 = 7258118400, four_months = 1e7;

double in_a_second(NumericDates how) {
  return how == NumericDates::seconds        ? 1
         : how == NumericDates::milliseconds ? 1e3
         : how == NumericDates::microseconds ? 1e6
                                             : 1e9;
}

constexpr std::array<NumericDates, 4> epochs = {NumericDates::seconds, NumericDates::milliseconds,
                                                NumericDates::microseconds,
                                                NumericDates::nanoseconds};

// What programs write for a date that is unknown or never: 0, -1, the bounds of integers, the first
// and the last day of the years 1 to 9999, in any unit.
bool is_placeholder(double value) {
  constexpr double least_int = -2147483648, most_int = 2147483647, most_long = 9.2e18;
  constexpr double year_1 = -62135596800, year_9999 = 253402214400, year_10000 = 253402300800;
  if (value == 0 || value == -1 || value == least_int || value == most_int ||
      std::fabs(value) >= most_long || value == 9999 || value == 999912 || value == 99991231 ||
      value == 99991231235959)
    return true;
  return std::any_of(epochs.begin(), epochs.end(), [&](NumericDates how) {
    const double seconds = value / in_a_second(how);
    return (seconds >= year_9999 && seconds <= year_10000) || seconds == year_1;
  });
}

// The number of the whole text. 2024.0 is what programs make of the column of 2024 when another
// year is missing.
std::optional<double> date_number(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text.front() == '+') return std::nullopt;
  double value = 0;
  const char *const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> day_of_date(int y, unsigned m, unsigned d) {
  const year_month_day found{std::chrono::year(y), std::chrono::month(m), std::chrono::day(d)};
  if (y < 1000 || y > 2999 || !found.ok()) return std::nullopt;
  return sys_days(found).time_since_epoch().count();
}

// Of the digits DDMMYYYY or MMDDYYYY, without the first one if it is 0.
std::optional<std::int64_t> day_before_year(double value, NumericDates how) {
  if (!(value >= 1011900 && value < 1e8) || value != std::floor(value)) return std::nullopt;
  const auto number = static_cast<std::int64_t>(value);
  const auto first = static_cast<unsigned>(number / 1000000),
             second = static_cast<unsigned>(number / 10000 % 100);
  const auto y = static_cast<int>(number % 10000);
  if (y < 1900 || y >= 2100) return std::nullopt;
  return how == NumericDates::day_first ? day_of_date(y, second, first)
                                        : day_of_date(y, first, second);
}

// The digits YYYYMMDD before two of hours, which minutes and seconds may follow.
std::optional<std::int64_t> date_before_time(std::int64_t number) {
  const std::size_t digits = std::to_string(number).size();
  if (digits != 10 && digits != 12 && digits != 14) return std::nullopt;
  if (digits == 14) {
    if (number % 100 > 60) return std::nullopt;
    number /= 100;
  }
  if (digits >= 12) {
    if (number % 100 > 59) return std::nullopt;
    number /= 100;
  }
  // Moments since 1970 have ten digits, too.
  const std::int64_t date = number / 100;
  const bool is_date = digits == 14 || (date >= 19000101 && date <= 20991231);
  return number % 100 <= 23 && is_date ? std::optional(date) : std::nullopt;
}

// Of the digits YYYY, YYYYMM or YYYYMMDD, or YYYYMMDDhhmmss or the first ten or twelve of these.
std::optional<std::int64_t> calendar_day(double value) {
  constexpr std::int64_t least_with_time = 1000000000;
  if (!(value >= 1000 && value < 3e13) || value != std::floor(value)) return std::nullopt;
  auto number = static_cast<std::int64_t>(value);
  if (number >= least_with_time) {
    const std::optional<std::int64_t> date = date_before_time(number);
    if (!date) return std::nullopt;
    number = *date;
  }
  int y = 0;
  unsigned m = 1, d = 1;
  if (number < 10000) {
    y = static_cast<int>(number);
  } else if (number >= 100000 && number < 1000000) {
    y = static_cast<int>(number / 100);
    m = static_cast<unsigned>(number % 100);
  } else if (number >= 10000000 && number < 100000000) {
    y = static_cast<int>(number / 10000);
    m = static_cast<unsigned>(number / 100 % 100);
    d = static_cast<unsigned>(number % 100);
  }
  return day_of_date(y, m, d);
}

std::string two_digits(std::int64_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

bool is_numeric_date(std::string_view text) { return date_number(text).has_value(); }

NumericDates numeric_dates_in(const std::vector<std::string> &dates) {
  std::int64_t numbers = 0, calendar = 0, day_first = 0, month_first = 0;
  double largest = 0;
  std::array<std::int64_t, epochs.size()> before_2200{};
  for (const std::string &text : dates) {
    const std::optional<double> value = date_number(text);
    if (!value || is_placeholder(*value)) continue;
    ++numbers;
    calendar += calendar_day(*value) ? 1 : 0;
    day_first += day_before_year(*value, NumericDates::day_first) ? 1 : 0;
    month_first += day_before_year(*value, NumericDates::month_first) ? 1 : 0;
    largest = std::max(largest, std::fabs(*value));
    for (std::size_t i = 0; i < epochs.size(); ++i)
      before_2200[i] += std::fabs(*value) <= year_2200 * in_a_second(epochs[i]) ? 1 : 0;
  }
  // Some dates with a wrong digit do not turn the others into seconds.
  const auto are_most = [&](std::int64_t count) { return numbers > 0 && 3 * count >= 2 * numbers; };
  if (are_most(calendar)) return NumericDates::calendar;
  if (are_most(std::max(day_first, month_first)))
    return day_first > month_first   ? NumericDates::day_first
           : day_first < month_first ? NumericDates::month_first
                                     : NumericDates::none;
  if (numbers == 0 || largest < four_months) return NumericDates::none;
  for (std::size_t i = 0; i < epochs.size(); ++i)
    if (are_most(before_2200[i])) return epochs[i];
  return NumericDates::nanoseconds;  // up to 2262
}

std::optional<std::int64_t> day_of_number(std::string_view text, NumericDates how) {
  const std::optional<double> value = date_number(text);
  if (!value || how == NumericDates::none || is_placeholder(*value)) return std::nullopt;
  if (how == NumericDates::calendar) return calendar_day(*value);
  if (how == NumericDates::day_first || how == NumericDates::month_first)
    return day_before_year(*value, how);
  const double seconds = *value / in_a_second(how);
  if (std::fabs(seconds) > year_2200 && how != NumericDates::nanoseconds) return std::nullopt;
  return static_cast<std::int64_t>(std::floor(seconds / seconds_of_day));
}

namespace {

// The share of the numbers, except for placeholders.
double share_of_our_time(const std::vector<std::string> &numbers, NumericDates how) {
  constexpr std::int64_t day_of_1980 = 3652, day_of_2100 = 47482;
  double count = 0, of_our_time = 0;
  for (const std::string &text : numbers) {
    const std::optional<double> value = date_number(text);
    if (!value || is_placeholder(*value)) continue;
    const std::optional<std::int64_t> day = day_of_number(text, how);
    ++count;
    of_our_time += day && *day >= day_of_1980 && *day < day_of_2100 ? 1 : 0;
  }
  return count > 0 ? of_our_time / count : 0;
}

}  // namespace

bool are_amounts(const std::vector<std::string> &numbers) {
  constexpr double most = .9;
  const bool are_numbers =
      !numbers.empty() && std::all_of(numbers.begin(), numbers.end(), is_numeric_date);
  const NumericDates how = numeric_dates_in(numbers);
  return are_numbers && !is_of_calendar(how) && share_of_our_time(numbers, how) < most;
}

bool are_moments(const std::vector<std::string> &numbers) {
  constexpr double least = 1e6;  // 1012024 is 01012024
  const bool are_long = std::all_of(numbers.begin(), numbers.end(), [](const std::string &text) {
    return date_number(text).value_or(0) >= least;
  });
  return !numbers.empty() && are_long && share_of_our_time(numbers, numeric_dates_in(numbers)) == 1;
}

bool begins_with_date(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-dd";
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() < form.size() || (text[4] != '-' && text[4] != '/')) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == 'd' ? !is_digit(text[i]) : text[i] != text[4]) return false;
  return text.size() == form.size() || text[form.size()] == 'T' || text[form.size()] == ' ';
}

std::string unit_of(NumericDates how) {
  switch (how) {
    case NumericDates::day_first:
      return "DDMMYYYY";
    case NumericDates::month_first:
      return "MMDDYYYY";
    case NumericDates::seconds:
      return "seconds since 1970";
    case NumericDates::milliseconds:
      return "milliseconds since 1970";
    case NumericDates::microseconds:
      return "microseconds since 1970";
    case NumericDates::nanoseconds:
      return "nanoseconds since 1970";
    default:
      return "";
  }
}

std::string iso_date(std::int64_t day_number) {
  const year_month_day found{sys_days(std::chrono::days(day_number))};
  std::string y = std::to_string(static_cast<int>(found.year()));
  y.insert(0, y.size() < 4 ? 4 - y.size() : 0, '0');
  return y + '-' + two_digits(static_cast<unsigned>(found.month())) + '-' +
         two_digits(static_cast<unsigned>(found.day()));
}

std::string iso_moment(double seconds) {
  constexpr double most = 2e11;  // a year of four digits
  if (!(std::fabs(seconds) < most)) return "";
  const auto whole = static_cast<std::int64_t>(std::floor(seconds));
  const auto day = static_cast<std::int64_t>(std::floor(seconds / seconds_of_day));
  const std::int64_t rest = whole - day * 86400;
  return iso_date(day) + 'T' + two_digits(rest / 3600) + ':' + two_digits(rest / 60 % 60) + ':' +
         two_digits(rest % 60) + 'Z';
}

}  // namespace cli
