// What can be learned from the lines of mail without a MIME parser.
#include <algorithm>
#include <array>

#include "readers/charsets.hpp"
#include "readers/mail.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

std::string_view take_mail_line(std::string_view &text) {
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
    const std::string_view line = take_mail_line(beginning);
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

// "2 M1e C5f3a2b1c", then a line that begins with two control characters.
bool looks_like_dbox(std::string_view beginning) {
  const std::string_view first = take_mail_line(beginning);
  return first.size() > 3 && first.front() >= '1' && first.front() <= '9' &&
         first.substr(1, 2) == " M" && first.find(" C") != std::string_view::npos &&
         beginning.starts_with("\x01\x02");
}

// "From ann@example.org Mon May  6 07:08:09 2024"; nmh has a tab after the sender.
bool is_separator(std::string_view line) {
  if (!line.starts_with("From ")) return false;
  const auto is_digit = [&](std::size_t at) { return line[at] >= '0' && line[at] <= '9'; };
  bool has_time = false;
  for (std::size_t i = 6; i + 2 < line.size() && !has_time; ++i)
    has_time = line[i] == ':' && is_digit(i - 1) && is_digit(i + 1);
  constexpr std::array days{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  constexpr std::array months{"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ",
                              "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "};
  const auto is_word = [&](const char *word) {
    const std::size_t at = line.find(word);
    return at != std::string_view::npos && (line[at - 1] == ' ' || line[at - 1] == '\t');
  };
  return has_time && std::any_of(days.begin(), days.end(), is_word) &&
         std::any_of(months.begin(), months.end(), is_word);
}

MailState state_of_mail(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? "" : path.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name.size() > 1 && name.front() == ',' &&
      name.find_first_not_of("0123456789", 1) == std::string_view::npos)
    return MailState::deleted;
  if (folder != "cur" && !folder.ends_with("/cur")) return MailState::kept;
  std::size_t flags = name.rfind("2,");
  if (flags == 0 || flags == std::string_view::npos ||
      std::string_view(":;!").find(name[flags - 1]) == std::string_view::npos)
    return MailState::kept;
  const std::string_view all = name.substr(flags + 2);
  if (all.find('T') != std::string_view::npos) return MailState::deleted;
  return all.find('D') != std::string_view::npos ? MailState::draft : MailState::kept;
}

std::string left_out_mails(std::int64_t deleted, std::int64_t drafts) {
  if (deleted + drafts == 0) return "";
  return ": " + (deleted > 0 ? counted(deleted, "deleted message") : "") +
         (deleted > 0 && drafts > 0 ? " and " : "") + (drafts > 0 ? counted(drafts, "draft") : "") +
         " left out";
}

std::string mail_folder(std::string folder) {
  for (const std::string_view part : {"cur", "new"}) {
    if (folder == part) return "";
    if (folder.ends_with('/' + std::string(part))) folder.resize(folder.size() - part.size() - 1);
  }
  return folder;
}

bool has_second_message(std::string_view text) {
  take_mail_line(text);
  while (!text.empty()) {
    if (is_separator(take_mail_line(text))) return true;
  }
  return false;
}

bool looks_like_mbox(std::string_view beginning) {
  if (!is_separator(take_mail_line(beginning))) return false;
  return looks_like_mail(beginning);
}

std::string without_quotes(std::string_view text) {
  std::string kept;
  std::size_t last = 0;  // the start of the last line kept that is not blank
  bool after_quote = false;
  while (!text.empty()) {
    const std::string_view line = take_mail_line(text);
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

bool has_words(std::string_view text) {
  // Blanks beyond ASCII: no-break space, those of U+2000, ideographic space, byte order mark.
  constexpr std::array<std::string_view, 5> blanks{"\xc2\xa0", "\xc2\xad", "\xe2\x80",
                                                   "\xe3\x80\x80", "\xef\xbb\xbf"};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return true;
    if (c >= 0) continue;
    const std::string_view rest = text.substr(i);
    const auto *const blank = std::find_if(
        blanks.begin(), blanks.end(), [&](std::string_view one) { return rest.starts_with(one); });
    if (blank == blanks.end()) return true;
    i += (*blank == "\xe2\x80" ? 3 : blank->size()) - 1;
  }
  return false;
}

// A line that ends with a blank continues on the next one of the same depth of quotes. "-- " begins
// a signature; a blank at the beginning of a line was added by the sender.
std::string unflowed(std::string_view text, bool drops_space) {
  std::string joined;
  std::size_t depth_before = 0;
  bool is_open = false;
  while (!text.empty()) {
    std::string_view line = take_mail_line(text);
    const std::size_t depth = std::min(line.find_first_not_of('>'), line.size());
    const std::string_view quotes = line.substr(0, depth);
    line.remove_prefix(depth);
    if (line.starts_with(' ')) line.remove_prefix(1);
    const bool is_signature = line == "-- ";
    if (is_open && (depth != depth_before || is_signature)) {
      joined += '\n';
      is_open = false;
    }
    if (!is_open && depth > 0) (joined += quotes) += ' ';
    is_open = line.ends_with(' ') && !is_signature;
    if (is_open && drops_space) line.remove_suffix(1);
    joined += line;
    if (!is_open) joined += '\n';
    depth_before = depth;
  }
  return joined;
}

// "<bold>" are commands, "<<" is a "<"; the parameters of a command are not text. A single line end
// is a blank.
std::string without_enrichment(std::string_view text) {
  std::string plain;
  int parameters = 0;
  while (!text.empty()) {
    const std::size_t sign = std::min(text.find('<'), text.size());
    if (parameters == 0) plain += text.substr(0, sign);
    text.remove_prefix(sign);
    if (text.empty()) break;
    if (text.starts_with("<<")) {
      if (parameters == 0) plain += '<';
      text.remove_prefix(2);
      continue;
    }
    const std::size_t end = std::min(text.find('>'), text.size() - 1);
    const std::string command = lower_case(text.substr(0, end + 1));
    if (command == "<param>") ++parameters;
    if (command == "</param>") --parameters;
    if (command == "<nl>") plain += '\n';
    text.remove_prefix(end + 1);
  }
  return plain;
}

// "=?charset?Q?text?=", perhaps with a language: "=?charset*de?Q?text?=".
std::string with_known_charsets(std::string_view message, std::size_t header) {
  std::string known;
  std::string_view rest = message.substr(0, header);
  for (std::size_t at = 0; (at = rest.find("=?")) != std::string_view::npos;) {
    const std::size_t begin = at + 2, end = rest.find_first_of("?* \t\r\n", begin);
    known += rest.substr(0, begin);
    rest.remove_prefix(begin);
    if (end == std::string_view::npos) break;
    const std::string_view label = rest.substr(0, end - begin);
    const std::string encoding =
        rest[end - begin] == '?' || rest[end - begin] == '*' ? encoding_of_label(label) : "";
    known += encoding.empty() ? label : std::string_view(encoding);
    rest.remove_prefix(label.size());
  }
  known += rest;
  known += message.substr(header);
  return known;
}

}  // namespace cli
