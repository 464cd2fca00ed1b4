// Dates that are written as numbers: 2024, 202403, 20240315, with hours, minutes and seconds up to
// 20240315103000, 15032024, 03152024; or seconds, milliseconds, microseconds or nanoseconds since
// 1970, before it with a sign, also as 1.7e9.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// How all numbers of a column are read.
enum class NumericDates {
  none,
  calendar,
  day_first,
  month_first,
  seconds,
  milliseconds,
  microseconds,
  nanoseconds
};

inline bool is_of_calendar(NumericDates how) {
  return how == NumericDates::calendar || how == NumericDates::day_first ||
         how == NumericDates::month_first;
}

// Calendar dates if at least two thirds of the numbers are such; else the first unit in which two
// thirds are before the year 2200. None: there are no numbers, all are within four months of 1970
// in every unit, as counters are, or days and months before a year could be either. Placeholders
// for dates that are unknown, such as 0, -1 and the end of 9999, do not count.
NumericDates numeric_dates_in(const std::vector<std::string> &dates);

// Days since 1970-01-01. Nothing for placeholders, and for numbers beyond the year 2200.
std::optional<std::int64_t> day_of_number(std::string_view text, NumericDates how);

// Whether numbers since 1970 are amounts rather than dates: more than a tenth of them are not of
// the years 1980 to 2099. Those of the calendar are dates.
bool are_amounts(const std::vector<std::string> &numbers);

// Whether all are moments or days of the years 1980 to 2099, at least as long as 20240315, rather
// than durations and times of the day.
bool are_moments(const std::vector<std::string> &numbers);

// 2024-03-15 or 2024/03/15, alone or before a time.
bool begins_with_date(std::string_view text);

// Whether the text is a number, however it is read.
bool is_numeric_date(std::string_view text);

// "milliseconds since 1970", "DDMMYYYY"; "" for calendar dates that begin with the year.
std::string unit_of(NumericDates how);

// "2024-03-15"
std::string iso_date(std::int64_t day);

// Seconds since 1970 as "2024-03-15T10:30:00Z".
std::string iso_moment(double seconds);

}  // namespace cli
