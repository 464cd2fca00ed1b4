#include "readers/epochs.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace cli {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr double seconds_of_day = 86400, year_2200 = 7258118400, four_months = 1e7;

// The number of the whole text. 2024.0 is what programs make of the column of 2024 when another
// year is missing.
std::optional<double> number_in(std::string_view text) {
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

// Of the digits YYYY, YYYYMM, YYYYMMDD or YYYYMMDDhhmmss.
std::optional<std::int64_t> calendar_day(double value) {
  if (!(value >= 1000 && value < 3e13) || value != std::floor(value)) return std::nullopt;
  auto number = static_cast<std::int64_t>(value);
  if (number >= 10000000000000) {
    if (number % 100 > 60 || number / 100 % 100 > 59 || number / 10000 % 100 > 23)
      return std::nullopt;
    number /= 1000000;
    if (number < 10000000) return std::nullopt;
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
  const year_month_day found{std::chrono::year(y), std::chrono::month(m), std::chrono::day(d)};
  if (y < 1000 || y > 2999 || !found.ok()) return std::nullopt;
  return sys_days(found).time_since_epoch().count();
}

double in_a_second(NumericDates how) {
  return how == NumericDates::seconds        ? 1
         : how == NumericDates::milliseconds ? 1e3
         : how == NumericDates::microseconds ? 1e6
                                             : 1e9;
}

std::string two_digits(std::int64_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

bool is_numeric_date(std::string_view text) { return number_in(text).has_value(); }

NumericDates numeric_dates_in(const std::vector<std::string> &dates) {
  std::int64_t numbers = 0, calendar = 0;
  double largest = 0;
  for (const std::string &text : dates) {
    const std::optional<double> value = number_in(text);
    if (!value) continue;
    ++numbers;
    calendar += calendar_day(*value) ? 1 : 0;
    largest = std::max(largest, std::fabs(*value));
  }
  // One date with a wrong digit does not turn the others into seconds.
  if (numbers > 0 && 10 * calendar >= 9 * numbers) return NumericDates::calendar;
  if (numbers == 0 || largest < four_months) return NumericDates::none;
  for (const NumericDates how : {NumericDates::seconds, NumericDates::milliseconds,
                                 NumericDates::microseconds, NumericDates::nanoseconds})
    if (largest <= year_2200 * in_a_second(how)) return how;
  // The largest of 64 bits, as nanoseconds, is in 2262.
  return largest < 9.3e18 ? NumericDates::nanoseconds : NumericDates::none;
}

std::optional<std::int64_t> day_of_number(std::string_view text, NumericDates how) {
  const std::optional<double> value = number_in(text);
  if (!value || how == NumericDates::none) return std::nullopt;
  if (how == NumericDates::calendar) return calendar_day(*value);
  return static_cast<std::int64_t>(std::floor(*value / in_a_second(how) / seconds_of_day));
}

std::string unit_of(NumericDates how) {
  switch (how) {
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
