// What can be learned from the lines of mail without a MIME parser.
#include <algorithm>
#include <array>

#include "readers/mail.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

std::string_view take_line(std::string_view &text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_of_mail(const std::string &name) {
  constexpr std::array names{"from",       "to",          "date",         "subject",
                             "message-id", "return-path", "received",     "mime-version",
                             "cc",         "reply-to",    "delivered-to", "newsgroups"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](char c) { return c > ' ' && c < 127 && c != ':'; });
}

bool is_quote(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '>';
}

bool is_original_message(std::string_view line) {
  const std::string lower = lower_case(line.substr(0, 60));
  return lower.find("-----original message-----") != std::string::npos ||
         lower.starts_with("________________________________");
}

}  // namespace

// At least two fields of mail, From or Subject among them, before the first line that has no field.
bool looks_like_mail(std::string_view beginning) {
  int of_mail = 0;
  bool has_sender = false;
  while (!beginning.empty()) {
    const std::string_view line = take_line(beginning);
    if (line.empty()) break;
    if (line.front() == ' ' || line.front() == '\t') {
      if (of_mail == 0) return false;
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_name(line.substr(0, colon)))
      return beginning.empty() && has_sender && of_mail >= 3;  // perhaps a cut line
    const std::string name = lower_case(line.substr(0, colon));
    of_mail += is_of_mail(name) ? 1 : 0;
    has_sender = has_sender || name == "from" || name == "subject";
  }
  return has_sender && of_mail >= 2;
}

// "From ann@example.org Mon May  6 07:08:09 2024"
bool is_separator(std::string_view line) {
  if (!line.starts_with("From ")) return false;
  const auto is_digit = [&](std::size_t at) { return line[at] >= '0' && line[at] <= '9'; };
  bool has_time = false;
  for (std::size_t i = 6; i + 2 < line.size() && !has_time; ++i)
    has_time = line[i] == ':' && is_digit(i - 1) && is_digit(i + 1);
  constexpr std::array days{" Mon", " Tue", " Wed", " Thu", " Fri", " Sat", " Sun"};
  constexpr std::array months{"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ",
                              "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "};
  const auto has_one_of = [&](const auto &words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const char *word) { return line.find(word) != std::string_view::npos; });
  };
  return has_time && has_one_of(days) && has_one_of(months);
}

bool has_second_message(std::string_view text) {
  take_line(text);
  while (!text.empty()) {
    if (is_separator(take_line(text))) return true;
  }
  return false;
}

bool looks_like_mbox(std::string_view beginning) {
  if (!is_separator(take_line(beginning))) return false;
  return looks_like_mail(beginning);
}

std::string without_quotes(std::string_view text) {
  std::string kept;
  std::size_t last = 0;  // the start of the last line kept that is not blank
  bool after_quote = false;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (is_original_message(line)) break;
    if (is_quote(line)) {
      // "Ann wrote:", on one line or two.
      const std::size_t end = kept.find_last_not_of(" \r\n");
      if (!after_quote && end != std::string::npos && kept[end] == ':') kept.resize(last);
      after_quote = true;
      continue;
    }
    const bool is_blank = line.find_first_not_of(" \t") == std::string_view::npos;
    if (!is_blank) {
      after_quote = false;
      last = kept.size();
    }
    kept += line;
    kept += '\n';
  }
  return kept;
}

}  // namespace cli
