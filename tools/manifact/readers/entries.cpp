// Texts whose entries begin on a line of their own: logs, chats of WhatsApp, `git log`, and lines.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "readers/lines.hpp"
#include "readers/log_lines.hpp"
#include "readers/row_table.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view entry_trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Marks of direction, of which WhatsApp puts one before its own words, and narrow blanks.
constexpr std::array<std::string_view, 5> marks{"\u200e", "\u200f", "\u202a", "\u202c", "\ufeff"};
constexpr std::array<std::string_view, 2> narrow_blanks{"\u202f", "\u00a0"};

std::string without_marks(std::string_view text) {
  std::string plain(text);
  for (const std::string_view mark : marks)
    for (std::size_t at = 0; (at = plain.find(mark, at)) != std::string::npos;)
      plain.erase(at, mark.size());
  for (const std::string_view blank : narrow_blanks)
    for (std::size_t at = 0; (at = plain.find(blank, at)) != std::string::npos;)
      plain.replace(at, blank.size(), " ");
  return plain;
}

// The size of "31/01/2024", "31.01.24" or "2024-01-31" at the beginning; 0 if there is none.
std::size_t date_size(std::string_view text) {
  std::size_t at = 0, parts = 0;
  char separator = '\0';
  while (parts < 3) {
    const std::size_t begin = at;
    while (at < text.size() && is_ascii_digit(text[at]) && at - begin < 4) ++at;
    if (at == begin) return 0;
    if (++parts == 3) break;
    if (at == text.size() || (text[at] != '/' && text[at] != '.' && text[at] != '-')) return 0;
    if (separator != '\0' && text[at] != separator) return 0;
    separator = text[at++];
  }
  return at < text.size() && is_ascii_digit(text[at]) ? 0 : at;
}

// The size of "10:00", "10.00", "10:00:05" with "AM" or "p. m."; 0 if there is none.
std::size_t time_size(std::string_view text) {
  std::size_t at = 0;
  for (int parts = 0; parts < 3; ++parts) {
    const std::size_t begin = at;
    while (at < text.size() && is_ascii_digit(text[at]) && at - begin < 2) ++at;
    if (at == begin) return 0;
    const bool has_more = parts < 2 && at + 1 < text.size() &&
                          (text[at] == ':' || text[at] == '.') && is_ascii_digit(text[at + 1]);
    if (!has_more) {
      if (parts == 0) return 0;
      break;
    }
    ++at;
  }
  const std::string rest = lower_case(text.substr(at, 6));
  for (const std::string_view half :
       {" am", " pm", "am", "pm", " a.m.", " p.m.", " a. m.", " p. m."})
    if (rest.starts_with(half) && (rest.size() == half.size() ||
                                   !std::isalnum(static_cast<unsigned char>(rest[half.size()]))))
      return at + half.size();
  return at;
}

// "10/Oct/2000:13:55:36"
bool is_server_date(std::string_view text) {
  return text.size() > 11 && text[2] == '/' && text[6] == '/' && text[11] == ':';
}

struct ChatLine {
  std::string date, sender, text;
  bool is_own = false;  // of WhatsApp: a notice, or an attachment that was left out
};

// "31/01/2024, 10:00 - Ann: text" of Android, "[31.01.24, 10:00:05] Ann: text" of iOS.
std::optional<ChatLine> chat_line(std::string_view raw) {
  const std::string plain = without_marks(raw);
  std::string_view line = plain;
  const bool is_bracketed = line.starts_with('[');
  if (is_bracketed) line.remove_prefix(1);
  const std::size_t date = date_size(line);
  if (date == 0) return std::nullopt;
  std::string_view rest = line.substr(date);
  rest.remove_prefix(std::min(rest.find_first_not_of(", "), rest.size()));
  const std::size_t time = time_size(rest);
  if (time == 0) return std::nullopt;
  ChatLine found;
  // Logs have similar beginnings: with seconds, or a date of ISO in brackets.
  const bool is_iso = date == 10 && line[4] == '-';
  const auto colons =
      std::count(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(time), ':');
  if (is_bracketed ? is_iso && line[date] != ',' : colons > 1) return std::nullopt;
  found.date = std::string(line.substr(0, date));
  rest.remove_prefix(time);
  const std::string_view close = is_bracketed ? "]" : " -";
  if (!rest.starts_with(close)) return std::nullopt;
  rest = entry_trimmed(rest.substr(close.size()));
  const std::size_t colon = rest.find(": ");
  const bool ends_with_colon = rest.ends_with(':') && rest.find(':') + 1 == rest.size();
  if (colon == std::string_view::npos && !ends_with_colon) {
    found.is_own = true;
    return found;
  }
  const std::size_t end = ends_with_colon ? rest.size() - 1 : colon;
  found.sender = std::string(rest.substr(0, end));
  found.text = std::string(entry_trimmed(rest.substr(end + 1)));
  const std::size_t text = raw.find(": ");
  const std::string_view after = text == std::string_view::npos ? "" : raw.substr(text + 2);
  found.is_own =
      (found.text.starts_with('<') && found.text.ends_with('>')) || after.starts_with(marks[0]);
  return found;
}

std::vector<const char *> columns_of(Format format) {
  if (format == Format::git_log) return {"id", "text", "date", "author"};
  if (format == Format::whatsapp) return {"id", "text", "date", "sender"};
  if (format == Format::log) return {"id", "text", "date"};
  return {"id", "text"};
}

class Entries final : public RowTable {
 public:
  Entries(Format format, std::unique_ptr<Bytes> bytes, const Reading &reading)
      : RowTable(bytes->name(), columns_of(format), reading),
        format_(format),
        lines_(std::move(bytes), reading) {}

 private:
  // The cells without the id.
  struct Entry {
    std::string id, text, date, person;
    bool is_left_out = false;
  };

  bool next_row(std::vector<std::string> &cells) override {
    for (std::optional<Entry> entry; (entry = next_entry());) {
      if (entry->is_left_out) {
        ++left_out_;
        continue;
      }
      ++entries_;
      cells = {entry->id, entry->text};
      if (format_ != Format::lines) cells.push_back(entry->date);
      if (format_ == Format::git_log || format_ == Format::whatsapp) cells.push_back(entry->person);
      return true;
    }
    tell();
    return false;
  }

  void tell() {
    const char *const what = format_ == Format::git_log    ? "the output of git log"
                             : format_ == Format::whatsapp ? "a chat of WhatsApp"
                             : format_ == Format::log      ? "a log"
                                                           : "lines, each a document";
    std::string sentence = name() + " is read as " + what + " with " +
                           counted(entries_, format_ == Format::whatsapp ? "message" : "entry");
    if (sentence.ends_with("entrys")) sentence.replace(sentence.size() - 2, 2, "ies");
    if (format_ == Format::lines) sentence = name() + " is read as lines, each a document";
    if (left_out_ > 0)
      sentence +=
          "; " + std::to_string(left_out_) + " notices and attachments without a text are left out";
    reading_.report(sentence);
    if (before_ > 0)
      reading_.report(name() + ": " + counted(before_, "line") +
                      " before the first entry left out");
  }

  std::optional<Entry> next_entry() {
    std::optional<Entry> entry = std::exchange(begun_, std::nullopt);
    for (std::string_view line; lines_.next(line);) {
      std::optional<Entry> begun = begin(line);
      if (begun && entry) {
        begun_ = std::move(begun);
        return entry;
      }
      if (begun) {
        entry = std::move(begun);
      } else if (entry) {
        add(*entry, line);
      } else if (!entry_trimmed(line).empty()) {
        ++before_;
      }
    }
    return entry;
  }

  std::optional<Entry> begin(std::string_view line) {
    const std::string place = "line " + std::to_string(lines_.number());
    if (format_ == Format::lines) {
      if (entry_trimmed(line).empty()) return std::nullopt;
      return Entry{place, std::string(entry_trimmed(line)), "", ""};
    }
    if (format_ == Format::git_log) {
      if (!line.starts_with("commit ") || line.size() < 14) return std::nullopt;
      const std::string_view hash = line.substr(7, line.find(' ', 7) - 7);
      if (hash.find_first_not_of("0123456789abcdef") != std::string_view::npos) return std::nullopt;
      in_head_ = true;
      return Entry{std::string(hash), "", "", ""};
    }
    if (format_ == Format::whatsapp) {
      std::optional<ChatLine> chat = chat_line(line);
      if (!chat) return std::nullopt;
      return Entry{place, std::move(chat->text), std::move(chat->date), std::move(chat->sender),
                   chat->is_own};
    }
    const std::size_t size = log_time_size(line);
    if (size == 0) return std::nullopt;
    std::string_view text = line.substr(size);
    text.remove_prefix(std::min(text.find_first_not_of(" ]:|,-\t"), text.size()));
    return Entry{place, std::string(text), date_of_log(line.substr(0, size)), ""};
  }

  void add(Entry &entry, std::string_view line) {
    require_short(entry.text.size() + line.size(), name() + ", " + entry.id);
    if (format_ == Format::git_log) {
      if (in_head_ && line.starts_with("Author:")) entry.person = entry_trimmed(line.substr(7));
      if (in_head_ && line.starts_with("Date:")) entry.date = entry_trimmed(line.substr(5));
      if (in_head_ && !entry_trimmed(line).empty()) return;
      in_head_ = false;
      // Patches and lists of files are not text.
      if (!line.starts_with("    ") && !entry_trimmed(line).empty()) return;
    }
    if (!entry.text.empty()) entry.text += '\n';
    entry.text += format_ == Format::log ? line : entry_trimmed(line);
  }

  // The first date in what stands before the text; of a web server's log "10/Oct/2000" in brackets
  // after an address such as 12.5.24.7, which is no date.
  static std::string date_of_log(std::string_view head) {
    const std::size_t bracket = head.find(" [");
    if (bracket != std::string_view::npos && is_server_date(head.substr(bracket + 2)))
      return std::string(head.substr(bracket + 2, 11));
    for (std::size_t i = 0; i < head.size(); ++i) {
      if (!is_ascii_digit(head[i])) continue;
      const std::string_view rest = head.substr(i);
      const std::size_t size = date_size(rest);
      const bool is_address =
          size + 1 < rest.size() && rest[size] == '.' && is_ascii_digit(rest[size + 1]);
      if (size > 0 && !is_address) return std::string(rest.substr(0, size));
      if (is_server_date(rest)) return std::string(rest.substr(0, 11));
      while (i < head.size() && (is_ascii_digit(head[i]) || (is_address && head[i] == '.'))) ++i;
    }
    return "";
  }

  Format format_;
  Lines lines_;
  std::optional<Entry> begun_;
  bool in_head_ = false;
  std::int64_t entries_ = 0, left_out_ = 0, before_ = 0;
};

}  // namespace

std::unique_ptr<Stream> open_entries(Format format, std::unique_ptr<Bytes> bytes,
                                     const Reading &reading) {
  return std::make_unique<Entries>(format, std::move(bytes), reading);
}

bool begins_chat(std::string_view line) {
  const std::optional<ChatLine> chat = chat_line(line);
  return chat && (chat->is_own || !chat->sender.empty());
}

}  // namespace cli
