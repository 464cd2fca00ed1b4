#include "report/timeline.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "report/dates.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr std::array<const char *, 5> units = {"day", "week", "month", "quarter", "year"};
// The page of the report has a bar for each period of each topic. There are never too many years:
// dates have four digits for them.
constexpr std::size_t most_by_default = 60, most_asked_for = 1000, most_years = 10000;
constexpr std::int64_t most_terms = 5;

std::int64_t number_of(sys_days day) { return day.time_since_epoch().count(); }

// The first day of the period that holds a day; weeks begin on Monday.
std::int64_t start_of(std::int64_t day, std::string_view unit) {
  const sys_days at{days(day)};
  if (unit == "day") return day;
  if (unit == "week") return day - (std::chrono::weekday(at) - std::chrono::Monday).count();
  const year_month_day date(at);
  unsigned month = static_cast<unsigned>(date.month());
  if (unit == "quarter") month = (month - 1) / 3 * 3 + 1;
  if (unit == "year") month = 1;
  return number_of(date.year() / std::chrono::month(month) / 1);
}

std::int64_t next_start(std::int64_t start, std::string_view unit) {
  if (unit == "day") return start + 1;
  if (unit == "week") return start + 7;
  const int months = unit == "month" ? 1 : unit == "quarter" ? 3 : 12;
  return number_of(year_month_day(sys_days{days(start)}) + std::chrono::months(months));
}

// From the period of the first day to that of the last; stops after `limit` + 1.
std::vector<std::int64_t> starts_between(std::int64_t first, std::int64_t last,
                                         std::string_view unit, std::size_t limit) {
  std::vector<std::int64_t> starts;
  for (std::int64_t start = start_of(first, unit); start <= last && starts.size() <= limit;
       start = next_start(start, unit))
    starts.push_back(start);
  return starts;
}

enum class Tell { nothing, what_was_read };

struct Days {
  std::vector<std::optional<std::int64_t>> of;  // of each document
  std::size_t finest = 0;                       // of the units that the dates distinguish
};

// Dates of one kind that have no day.
struct LeftOut {
  std::int64_t count = 0;
  std::string example;

  void add(const std::string &date) {
    if (count++ == 0) example = date;
  }

  // `verb`: "cannot be read and"; `reason` follows "left out of the timeline".
  void warn(Session &session, const std::string &verb, const std::string &reason,
            const std::string &hint) const {
    if (count == 0) return;
    session.warn(counted(count, "date") + verb + (count == 1 ? " is" : " are") +
                 " left out of the timeline" + reason + ", such as '" +
                 escaped(excerpt(example, 40)) + "'" + hint);
  }
};

// Seconds in a column of milliseconds are dates of January 1970.
void warn_of_1970(Session &session, const std::vector<std::string> &dates,
                  const std::vector<std::optional<std::int64_t>> &found, NumericDates numbers) {
  if (is_of_calendar(numbers) || numbers == NumericDates::none) return;
  std::int64_t count = 0, all = 0;
  std::string example;
  for (std::size_t i = 0; i < dates.size(); ++i) {
    if (!found[i] || !is_numeric_date(dates[i])) continue;
    ++all;
    if (*found[i] < -31 || *found[i] > 31) continue;
    if (count++ == 0) example = dates[i];
  }
  if (count > 0 && 2 * count <= all)
    session.warn(counted(count, "date") + (count == 1 ? " is" : " are") +
                 " within a month of 1970-01-01, such as '" + escaped(excerpt(example, 40)) +
                 "', perhaps in another unit than the others");
}

constexpr std::int64_t first_day_of_year_1 = -719162, year_2200 = 84006;  // days from 1970

// Days that programs write for no date: the first ones of SQL Server, of spreadsheets and of Unix.
void warn_of_first_days(Session &session, const std::vector<std::optional<std::int64_t>> &found) {
  constexpr std::int64_t far = 3652;  // ten years
  for (const std::int64_t day : {-79257, -25569, -25568, -25567, 0}) {
    std::int64_t same = 0, near = 0;
    for (const std::optional<std::int64_t> &one : found) {
      same += one == day ? 1 : 0;
      near += one && one != day && std::abs(*one - day) < far ? 1 : 0;
    }
    if (same > 0 && near == 0 && same < std::ssize(found))
      session.warn(counted(same, "date") + (same == 1 ? " is " : " are ") + iso_date(day) +
                   ", more than ten years from all others, perhaps for an unknown date; " +
                   "--missing " + iso_date(day) + " leaves such dates out");
  }
}

Days days_of(Session &session, const std::vector<std::string> &dates, Tell tell) {
  const DateForms forms = date_forms_in(dates);
  std::vector<std::optional<std::int64_t>> found;
  LeftOut unread, outside;
  for (const std::string &date : dates) {
    found.push_back(day_of(date, forms));
    const bool is_far = found.back() == first_day_of_year_1 ||  // of programs that have no date
                        (found.back() && *found.back() >= year_2200);
    if (is_far) found.back().reset();
    if (found.back() || date.empty()) continue;
    const bool is_outside = is_far ||
                            (is_numeric_date(date) && forms.numbers != NumericDates::none) ||
                            date.starts_with("9999-");
    (is_outside ? outside : unread).add(date);
  }
  const DateDetail detail = coarsest_detail(dates, forms);
  const std::size_t finest = detail == DateDetail::year ? 4 : detail == DateDetail::month ? 2 : 0;
  if (tell == Tell::nothing) return {std::move(found), finest};
  if (const std::string unit = unit_of(forms.numbers); !unit.empty())
    session.note("the dates are numbers and are read as " + unit);
  const std::string ambiguous = ambiguous_date(dates);
  if (forms.slashes != SlashDates::unknown && !ambiguous.empty())
    session.note("dates such as " + escaped(excerpt(ambiguous, 40)) + " are read as " +
                 (forms.slashes == SlashDates::day_first ? "day/month" : "month/day") +
                 ", as other dates show");
  unread.warn(session, " cannot be read and", "",
              forms.slashes == SlashDates::unknown && ambiguous == unread.example
                  ? " (day/month or month/day? 2024-03-15 is clear)"
                  : "");
  const bool is_calendar = is_of_calendar(forms.numbers);
  outside.warn(
      session, "",
      is_calendar ? " as no days of the calendar" : " as placeholders or beyond the year 2200", "");
  warn_of_1970(session, dates, found, forms.numbers);
  if (std::none_of(dates.begin(), dates.end(), is_numeric_date)) warn_of_first_days(session, found);
  return {std::move(found), finest};
}

struct Span {
  std::int64_t first = INT64_MAX, last = INT64_MIN;  // first > last: no day is known
};

Span span_of(const std::vector<std::optional<std::int64_t>> &found) {
  Span span;
  for (const auto &day : found) {
    if (!day) continue;
    span.first = std::min(span.first, *day);
    span.last = std::max(span.last, *day);
  }
  return span;
}

// The finest unit with at most `most` periods, else years.
void choose_finest(Timeline &timeline, std::int64_t first, std::int64_t last, std::size_t most,
                   std::size_t finest) {
  for (std::size_t unit = finest; unit < units.size(); ++unit) {
    timeline.unit = units[unit];
    timeline.starts = starts_between(first, last, timeline.unit, most);
    if (timeline.starts.size() <= most) return;
  }
  timeline.starts = starts_between(first, last, "year", most_years);
}

void choose_periods(Timeline &timeline, std::int64_t first, std::int64_t last,
                    const std::string &period, std::size_t finest) {
  if (period == "auto") return choose_finest(timeline, first, last, most_by_default, finest);
  const std::size_t most = period == "year" ? most_years : most_asked_for;
  timeline.unit = period;
  timeline.starts = starts_between(first, last, period, most);
  if (timeline.starts.size() <= most) return;
  choose_finest(timeline, first, last, most, finest);
  throw Failure("--period " + period + ": from " + iso_date(first) + " to " + iso_date(last) +
                " there are more than " + std::to_string(most) + " periods; --period " +
                timeline.unit + " has " + std::to_string(timeline.starts.size()));
}

std::vector<std::int64_t> trend(const Session &session, const manifact_model *model,
                                const manifact_matrix *X, const Timeline &timeline,
                                std::int64_t topic, int direction) {
  return ranked_terms(session, most_terms, [&](std::int64_t *terms, std::int64_t *found) {
    return manifact_model_trends(session.stoppable(), model, X, timeline.periods.data(),
                                 std::ssize(timeline.periods), topic, direction, most_terms, terms,
                                 nullptr, found);
  });
}

}  // namespace

const std::string &checked_period(const std::string &word) {
  if (word != "auto" && std::find(units.begin(), units.end(), word) == units.end())
    throw Failure("--period '" + escaped(word) +
                  "' is not one of: auto, day, week, month, quarter, year");
  return word;
}

void refuse_many_periods(Session &session, const Documents &documents, const std::string &period) {
  if (period == "auto" || documents.dates.empty()) return;
  const Days found = days_of(session, documents.dates, Tell::nothing);
  const Span span = span_of(found.of);
  Timeline unused;
  if (span.first <= span.last) choose_periods(unused, span.first, span.last, period, found.finest);
}

Timeline timeline_of(Session &session, const manifact_model *model, const Documents &documents,
                     const std::string &period, const manifact_matrix *X) {
  Timeline timeline;
  if (documents.dates.empty()) return timeline;
  const Days found = days_of(session, documents.dates, Tell::what_was_read);
  const Span span = span_of(found.of);
  if (span.first > span.last) return timeline;
  choose_periods(timeline, span.first, span.last, period, found.finest);
  for (const auto &day : found.of) {
    const auto after = day ? std::upper_bound(timeline.starts.begin(), timeline.starts.end(), *day)
                           : timeline.starts.begin();
    timeline.periods.push_back(static_cast<std::int32_t>(after - timeline.starts.begin()) - 1);
  }
  const std::int64_t k = manifact_model_clusters(model), n = std::ssize(timeline.starts);
  timeline.counts.resize(static_cast<std::size_t>(n * k));
  session.check(manifact_model_timeline(model, timeline.periods.data(),
                                        std::ssize(timeline.periods), n, timeline.counts.data(),
                                        n * k));
  for (std::int64_t c = 0; c < k; ++c) {
    timeline.rising.push_back(trend(session, model, X, timeline, c, 1));
    timeline.falling.push_back(trend(session, model, X, timeline, c, -1));
  }
  return timeline;
}

std::string period_name(const Timeline &timeline, std::size_t period) {
  const std::int64_t start = timeline.starts[period];
  std::string date = iso_date(start);
  if (timeline.unit == "year") return date.substr(0, 4);
  if (timeline.unit == "month") return date.substr(0, 7);
  if (timeline.unit == "quarter")
    return date.substr(0, 4) + "-Q" + std::to_string((std::stoi(date.substr(5, 2)) + 2) / 3);
  if (timeline.unit == "day") return date;
  // The week belongs to the year of its Thursday (ISO 8601).
  const std::string thursday = iso_date(start + 3);
  const std::int64_t new_year = start_of(start + 3, "year");
  const std::int64_t week = (start + 3 - new_year) / 7 + 1;
  return thursday.substr(0, 4) + "-W" + (week < 10 ? "0" : "") + std::to_string(week);
}

std::string timeline_csv(const Timeline &timeline, const std::vector<std::string> &titles) {
  std::string text = "period,start,topic,count,share,title\n";
  const std::size_t k = titles.size();
  for (std::size_t p = 0; p < timeline.starts.size(); ++p) {
    const auto row = timeline.counts.begin() + static_cast<std::ptrdiff_t>(p * k);
    const std::int64_t all =
        std::accumulate(row, row + static_cast<std::ptrdiff_t>(k), std::int64_t{0});
    for (std::size_t c = 0; c < k; ++c) {
      const double share = all > 0 ? static_cast<double>(row[static_cast<std::ptrdiff_t>(c)]) /
                                         static_cast<double>(all)
                                   : 0;
      text += period_name(timeline, p) + ',' + iso_date(timeline.starts[p]) + ',' +
              std::to_string(c) + ',' + std::to_string(row[static_cast<std::ptrdiff_t>(c)]) + ',' +
              exact_number(share) + ',' + titles[c] + '\n';
    }
  }
  return text;
}

}  // namespace cli
