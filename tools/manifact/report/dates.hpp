// Dates as people write them, as days.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/epochs.hpp"

namespace cli {

// How D/M/Y is read when both numbers could be the month.
enum class SlashDates { unknown, day_first, month_first };

// What the dates of a column have in common.
struct DateForms {
  SlashDates slashes = SlashDates::unknown;
  NumericDates numbers = NumericDates::none;
};

// How D/M/Y is meant, by the dates that can be read in one way only, and what the numbers are.
DateForms date_forms_in(const std::vector<std::string> &dates);

// Days since 1970-01-01, of the date that the text begins with or is:
//   2024-03-15 (T or a space and a time may follow), 2024/03/15, 15.03.2024, 15/03/2024 or
//   03/15/2024, 15-03-2024, 15/03/24, 2024-03, 15 March 2024, March 15, 2024, 15-Mar-2024,
//   15/Mar/24, Fri, 15 Mar 2024 10:00:00 +0100, a number (readers/epochs.hpp)
// Nothing for other texts, for D/M/Y that could be two dates while the slashes are unknown, and for
// the year 9999.
std::optional<std::int64_t> day_of(std::string_view text, const DateForms &forms);

// The first date of the form D/M/Y or M/D/Y that could be both; "" if there is none.
std::string ambiguous_date(const std::vector<std::string> &dates);

// What all dates leave open, the texts of which may be years or months only.
enum class DateDetail { day, month, year };
DateDetail coarsest_detail(const std::vector<std::string> &dates, const DateForms &forms);

}  // namespace cli
