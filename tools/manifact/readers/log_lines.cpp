// Lines that begin with a date or a time, as those of logs do.
#include "readers/log_lines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>

#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_latin(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }

// Whether the pattern, in which 0 is a digit and @ a letter, begins the text.
bool matches(std::string_view text, std::string_view pattern) {
  return text.size() >= pattern.size() &&
         std::equal(pattern.begin(), pattern.end(), text.begin(), [](char p, char c) {
           return p == '0' ? is_decimal(c) : p == '@' ? is_latin(c) : p == c;
         });
}

// The size of a level such as INFO at the beginning, in capitals or in lower case.
std::size_t level_size(std::string_view line) {
  constexpr std::array levels{"trace",   "debug", "info",   "notice",   "warn",
                              "warning", "error", "err",    "crit",     "alert",
                              "emerg",   "fatal", "severe", "critical", "verbose"};
  std::size_t size = 0;
  while (size < line.size() && is_latin(line[size])) ++size;
  const std::string word = lower_case(line.substr(0, size));
  const bool is_level = std::find(levels.begin(), levels.end(), word) != levels.end();
  return is_level && (is_capital(line[0]) == is_capital(line[1])) ? size : 0;
}

// Without what may stand before the time: "INFO ", "[ERROR] [", "<34>", "<165>1 ".
std::string_view without_level(std::string_view line) {
  std::size_t digits = 1;
  while (digits < line.size() && is_decimal(line[digits])) ++digits;
  if (line.starts_with('<') && digits > 1 && digits < 5 && line.substr(digits, 1) == ">") {
    line.remove_prefix(digits + 1);
    if (line.starts_with("1 ")) line.remove_prefix(2);
  }
  for (int parts = 0; parts < 2; ++parts) {
    line.remove_prefix(std::min(line.find_first_not_of(" [](|:-"), line.size()));
    line.remove_prefix(level_size(line));
  }
  line.remove_prefix(std::min(line.find_first_not_of(" [](|:-"), line.size()));
  return line;
}

// "INFO:root:", as Python's logging writes it, and "[   12.345678]", as the kernel does.
std::size_t size_without_date(std::string_view line) {
  const std::size_t level = level_size(line), colon = line.find(':', level + 1);
  if (level > 0 && line[level] == ':' && colon != std::string_view::npos)
    return line.substr(0, colon).find(' ') == std::string_view::npos ? level + 1 : 0;
  if (!line.starts_with('[')) return 0;
  const std::size_t first = line.find_first_not_of(' ', 1), point = line.find('.');
  const bool is_time = first < point && point < 16 &&
                       line.find_first_not_of("0123456789", first) == point &&
                       matches(line.substr(point), ".000000]");
  return is_time ? point + 8 : 0;
}

// "10/1/24, 13:55 - ", "10.10.24, 13:55:01]", "1/2/2024 1:55 PM", as chats and Windows write them.
std::size_t short_date_size(std::string_view line) {
  const std::size_t whole = line.size();
  const auto take = [&](std::size_t most) {
    std::size_t size = 0;
    while (size < line.size() && size < most && is_decimal(line[size])) ++size;
    line.remove_prefix(size);
    return size > 0;
  };
  const auto skip = [&](std::string_view chars) {
    if (line.empty() || chars.find(line.front()) == std::string_view::npos) return false;
    line.remove_prefix(1);
    return true;
  };
  if (!take(2) || !skip("/.-") || !take(2) || !skip("/.-") || !take(4)) return 0;
  const bool has_comma = skip(",");
  if (!skip(" ") || !take(2) || !skip(":") || !take(2)) return 0;
  const bool has_half = line.starts_with(" AM") || line.starts_with(" PM");
  if (!has_comma && !line.starts_with(':') && !has_half) return 0;
  return whole - line.size() + (has_half ? 3 : 0);
}

// A first line of names, each of which has a cell below it.
bool has_header(const std::vector<std::string_view> &lines) {
  if (log_time_size(lines.front()) > 0) return false;
  return std::any_of(std::begin(",;|"), std::end(",;|") - 1, [&](char delimiter) {
    const auto names = std::count(lines.front().begin(), lines.front().end(), delimiter);
    return names > 0 && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
             return line.empty() || std::count(line.begin(), line.end(), delimiter) >= names;
           });
  });
}

}  // namespace

std::size_t log_time_size(std::string_view line) {
  if (matches(line, "[0000-00-00]")) return 12;
  if (const std::size_t size = size_without_date(line); size > 0) return size;
  if (line.find("-->") != std::string_view::npos) return 0;  // subtitles
  constexpr std::array<std::string_view, 19> patterns{
      "0000-00-00 00:00", "0000-00-00T00:00", "0000/00/00 00:00", "00/00/0000 00:00",
      "00.00.0000 00:00", "00/00/00 00:00",   "00-00-0000 00:00", "@@@ 00 00:00:00",
      "@@@  0 00:00:00",  "@@@ @@@ 00 00:00", "@@@ @@@  0 00:00", "@@@ 00 0000 00:00",
      "0000000000.000",   "00:00:00.000 ",    "00:00:00,000 ",    "@0000 00:00:00.0",
      "000000 000000 ",   "00-00 00:00:00.0", "00000000 00:00:00"};
  // time="2024-01-31T10:00:00Z" level=info
  for (const std::string_view name : {"time=\"", "time="})
    if (line.starts_with(name) && matches(line.substr(name.size()), "0000-00-00T00:00"))
      return std::min(line.find(' '), line.size());
  // of IRC
  for (const std::string_view pattern : {"00:00 <", "00:00:00 <", "[00:00] <", "[00:00:00] <"})
    if (matches(line, pattern)) return pattern.size() - 1;
  const std::string_view rest = without_level(line);
  const auto place = [&](std::string_view after) {
    const std::size_t more = after.find_first_not_of("0123456789:.,+-TZ");
    return line.size() - after.size() + std::min(more, after.size());
  };
  if (const std::size_t size = short_date_size(rest); size > 0) return place(rest.substr(size));
  for (const std::string_view pattern : patterns)
    if (matches(rest, pattern)) return place(rest.substr(pattern.size()));
  // Of a web server: address, names, "[10/Oct/2000:13:55:36 -0700]".
  const std::size_t bracket = line.substr(0, 120).find(" [");
  if (bracket == std::string_view::npos ||
      !matches(line.substr(bracket + 2), "00/@@@/0000:00:00:00"))
    return 0;
  const std::size_t close = line.find(']', bracket);
  return close == std::string_view::npos ? line.size() : close + 1;
}

// Lines that continue an entry begin with a blank, or are those of a stack trace. In a table, all
// lines have as many tabs.
bool is_log(const std::vector<std::string_view> &lines) {
  std::int64_t begun = 0, others = 0;
  std::vector<std::ptrdiff_t> tabs;
  for (const std::string_view line : lines) {
    if (line.empty()) continue;
    tabs.push_back(std::count(line.begin(), line.end(), '\t'));
    if (log_time_size(line) > 0) {
      ++begun;
    } else if (line.front() != ' ' && line.front() != '\t' && !line.starts_with("Caused by")) {
      ++others;
    }
  }
  const bool is_table =
      (!tabs.empty() && tabs.front() > 0 &&
       std::all_of(tabs.begin(), tabs.end(),
                   [&](std::ptrdiff_t count) { return count == tabs.front(); })) ||
      has_header(lines);
  return begun >= 3 && 4 * others <= begun && !is_table;
}

}  // namespace cli
