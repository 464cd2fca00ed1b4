#include "report/dates.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>

namespace cli {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr std::array<std::string_view, 12> month_names = {"jan", "feb", "mar", "apr", "may", "jun",
                                                          "jul", "aug", "sep", "oct", "nov", "dec"};

// A run of digits or of letters; other characters separate.
struct Token {
  std::string_view text;
  char before;  // the separator before it, ' ' for several
  bool is_number() const { return std::isdigit(static_cast<unsigned char>(text[0])) != 0; }
};

std::vector<Token> tokens_of(std::string_view text) {
  const auto kind = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isdigit(byte) != 0 ? 1 : std::isalpha(byte) != 0 ? 2 : 0;
  };
  std::vector<Token> tokens;
  constexpr std::size_t enough = 9;  // "Fri Mar 15 10:00:00 AM CET 2024"
  for (std::size_t i = 0, separated = 0; i < text.size() && tokens.size() < enough;) {
    if (kind(text[i]) == 0) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && kind(text[end]) == kind(text[i])) ++end;
    const char before = i == 0               ? '\0'
                        : i - separated == 1 ? text[i - 1]
                        : i == separated     ? 'x'
                                             : ' ';
    tokens.push_back({text.substr(i, end - i), before});
    i = separated = end;
  }
  return tokens;
}

int number(std::string_view digits) {
  int value = -1;
  if (digits.size() <= 4) std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::optional<std::int64_t> date(int y, int m, int d) {
  const year_month_day found{year(y), month(static_cast<unsigned>(m)),
                             day(static_cast<unsigned>(d))};
  if (m < 1 || d < 1 || !found.ok()) return std::nullopt;
  return sys_days(found).time_since_epoch().count();
}

int month_named(std::string_view word) {
  if (word.size() < 3) return 0;
  std::string lower;
  for (const char c : word.substr(0, 3))
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto found = std::find(month_names.begin(), month_names.end(), lower);
  return found == month_names.end() ? 0 : static_cast<int>(found - month_names.begin()) + 1;
}

// Of four digits, or two: from 1970 to 2069.
int year_number(std::string_view digits) {
  const int value = number(digits);
  return digits.size() == 4 ? value : value + (value < 70 ? 2000 : 1900);
}

// The year of "15 March 2024" and "15/Mar/24", or the last of "March 15 10:00:00 +0100 2024", which
// C's ctime() and Twitter write; "" if there is none.
std::string_view year_in(const std::vector<Token> &tokens) {
  const Token &third = tokens[2];
  const bool is_short = third.text.size() == 2 && third.before == tokens[1].before &&
                        (third.before == '/' || third.before == '-') && tokens[0].is_number();
  const bool has_time = tokens.size() > 4 && tokens[3].before == ':' && tokens[4].before == ':';
  const Token &token = third.text.size() == 4 || is_short || !has_time ? third : tokens.back();
  const bool is_year = token.is_number() && (token.text.size() == 4 || is_short);
  return is_year ? token.text : std::string_view();
}

// Day, month and year of dates that name the month.
std::optional<std::int64_t> with_month_name(std::vector<Token> tokens) {
  if (!tokens.empty() && !tokens[0].is_number() && month_named(tokens[0].text) == 0)
    tokens.erase(tokens.begin());  // the day of the week
  if (tokens.size() < 3 || year_in(tokens).empty()) return std::nullopt;
  const bool day_first = tokens[0].is_number();
  const Token &named = tokens[day_first ? 1 : 0], &numbered = tokens[day_first ? 0 : 1];
  if (named.is_number() || !numbered.is_number()) return std::nullopt;
  return date(year_number(year_in(tokens)), month_named(named.text), number(numbered.text));
}

// The two numbers before the year of D/M/Y or M/D/Y, with slashes or hyphens; {0, 0} for other
// texts. A year of two digits follows slashes only: 24-03-15 could begin with it.
std::pair<int, int> before_year(const std::vector<Token> &tokens) {
  if (tokens.size() < 3) return {0, 0};
  const Token &a = tokens[0], &b = tokens[1], &c = tokens[2];
  const bool has_year = c.text.size() == 4 || (c.text.size() == 2 && c.before == '/');
  const bool has_slashes = a.is_number() && b.is_number() && c.is_number() && has_year &&
                           a.text.size() < 3 && b.before == c.before &&
                           (c.before == '/' || c.before == '-');
  if (!has_slashes) return {0, 0};
  return {number(a.text), number(b.text)};
}

std::optional<std::int64_t> with_slashes(const std::vector<Token> &tokens, SlashDates slashes) {
  const auto [first, second] = before_year(tokens);
  const bool is_known = first > 12 || second > 12 || first == second;
  if (first == 0 || (!is_known && slashes == SlashDates::unknown)) return std::nullopt;
  const bool day_first =
      first > 12 || (second <= 12 && slashes == SlashDates::day_first) || first == second;
  return date(year_number(tokens[2].text), day_first ? second : first, day_first ? first : second);
}

SlashDates slashes_in(const std::vector<std::string> &dates) {
  bool day_first = false, month_first = false;
  for (const std::string &text : dates) {
    const auto [first, second] = before_year(tokens_of(text));
    day_first = day_first || (first > 12 && second <= 12);
    month_first = month_first || (second > 12 && first <= 12);
  }
  if (day_first == month_first) return SlashDates::unknown;
  return day_first ? SlashDates::day_first : SlashDates::month_first;
}

bool is_year_and_month(const std::vector<Token> &tokens) {
  return tokens.size() == 2 && tokens[0].is_number() && tokens[1].is_number() &&
         tokens[0].text.size() == 4 && (tokens[1].before == '-' || tokens[1].before == '/');
}

}  // namespace

DateForms date_forms_in(const std::vector<std::string> &dates) {
  return {slashes_in(dates), numeric_dates_in(dates)};
}

std::string ambiguous_date(const std::vector<std::string> &dates) {
  for (const std::string &text : dates) {
    const auto [first, second] = before_year(tokens_of(text));
    if (first > 0 && first <= 12 && second <= 12 && first != second) return text;
  }
  return "";
}

DateDetail coarsest_detail(const std::vector<std::string> &dates, const DateForms &forms) {
  DateDetail detail = DateDetail::year;
  for (const std::string &text : dates) {
    if (!day_of(text, forms)) continue;
    const std::vector<Token> tokens = tokens_of(text);
    const bool is_calendar = forms.numbers == NumericDates::calendar && is_numeric_date(text);
    const std::size_t digits = tokens.front().text.size();
    if (is_calendar && digits == 4) continue;
    if (!(is_calendar && digits == 6) && !is_year_and_month(tokens)) return DateDetail::day;
    detail = DateDetail::month;
  }
  return detail;
}

std::optional<std::int64_t> day_of(std::string_view text, const DateForms &forms) {
  if (is_numeric_date(text)) return day_of_number(text, forms.numbers);
  const std::vector<Token> tokens = tokens_of(text);
  if (tokens.empty()) return std::nullopt;
  if (!tokens[0].is_number()) return with_month_name(tokens);
  const std::string_view first = tokens[0].text;
  // In quotes or brackets.
  if (tokens.size() == 1) return day_of_number(first, forms.numbers);
  if (!tokens[1].is_number()) return with_month_name(tokens);
  if (first == "9999") return std::nullopt;  // never
  if (first.size() == 4 && (tokens[1].before == '-' || tokens[1].before == '/' ||
                            (tokens[1].before == '.' && tokens.size() > 2))) {
    const bool has_day =
        tokens.size() > 2 && tokens[2].is_number() && tokens[2].before == tokens[1].before;
    if (!has_day && tokens.size() > 2) return std::nullopt;
    return date(number(first), number(tokens[1].text), has_day ? number(tokens[2].text) : 1);
  }
  if (tokens.size() > 2 && tokens[1].before == '.' && tokens[2].before == '.' &&
      (tokens[2].text.size() == 4 || tokens[2].text.size() == 2) && number(tokens[2].text) != 9999)
    return date(year_number(tokens[2].text), number(tokens[1].text), number(first));
  return with_slashes(tokens, forms.slashes);
}

}  // namespace cli
