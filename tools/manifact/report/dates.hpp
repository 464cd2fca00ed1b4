// Dates as people write them, as days.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// How D/M/Y is read when both numbers could be the month.
enum class SlashDates { unknown, day_first, month_first };

// Days since 1970-01-01, of the date that the text begins with or is:
//   2024-03-15 (T or a space and a time may follow), 2024/03/15, 15.03.2024, 15/03/2024 or
//   03/15/2024, 2024-03, 2024, 15 March 2024, March 15, 2024, Fri, 15 Mar 2024 10:00:00 +0100,
//   seconds or milliseconds since 1970, also with decimals
// Nothing for other texts, and for D/M/Y that could be two dates while `slashes` is unknown.
std::optional<std::int64_t> day_of(std::string_view text, SlashDates slashes);

// How the dates of a column with slashes are meant, by those that can be read in one way only.
SlashDates slashes_in(const std::vector<std::string> &dates);

// "2024-03-15".
std::string iso_date(std::int64_t day);

}  // namespace cli
