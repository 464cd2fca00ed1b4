// BibTeX and BibLaTeX.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "readers/literature.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::string_view bibtex_blanks = " \t\r\n";

bool is_entry_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view skipped_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(bibtex_blanks), text.size()));
}

std::string_view cut_blanks(std::string_view text) {
  text = skipped_blanks(text);
  return text.substr(0, text.find_last_not_of(bibtex_blanks) + 1);
}

// The place of "@article{" or "@article(" from `from` on; npos if there is none.
std::size_t place_of_entry(std::string_view text, std::size_t from = 0) {
  for (std::size_t at = from; (at = text.find('@', at)) != std::string_view::npos; ++at) {
    std::size_t end = at + 1;
    while (end < text.size() && is_entry_letter(text[end])) ++end;
    const std::size_t open = text.find_first_not_of(" \t", end);
    if (end > at + 1 && open != std::string_view::npos && (text[open] == '{' || text[open] == '('))
      return at;
  }
  return std::string_view::npos;
}

// Whether a line within an entry is the first of another one, as the one before is not closed:
// "@article{key,".
bool begins_another(std::string_view line) {
  line = skipped_blanks(line);
  if (place_of_entry(line) != 0) return false;
  const std::size_t open = line.find_first_of("{(");
  const std::string_view key = line.substr(open + 1, line.find(',') - open - 1);
  return line.find(',') != std::string_view::npos &&
         key.find_first_of("{}\"=") == std::string_view::npos;
}

// Finds the end of an entry; continues where it stopped.
class EntryEnd {
 public:
  // The position after the entry that `text` begins with; 0 if it ends later.
  std::size_t find(std::string_view text) {
    for (; at_ < text.size(); ++at_) {
      const char c = text[at_];
      if (close_ == '\0') {
        if (c == '{' || c == '(') close_ = c == '{' ? '}' : ')';
        continue;
      }
      if (c == '"' && depth_ == 0 && close_ == ')') in_quotes_ = !in_quotes_;
      if (c == close_ && depth_ == 0 && !in_quotes_) return at_ + 1;
      if (c == '{') ++depth_;
      if (c == '}' && depth_ > 0) --depth_;
    }
    return 0;
  }

 private:
  std::size_t at_ = 0;
  std::int64_t depth_ = 0;
  char close_ = '\0';
  bool in_quotes_ = false;
};

using Strings = std::map<std::string, std::string, std::less<>>;

// The parts of one entry. A problem is a sentence that begins in lower case.
class EntryParts {
 public:
  // `entry` is from "@" to the closing character.
  EntryParts(std::string_view entry, const Strings &strings) : strings_(strings) {
    const std::size_t open = entry.find_first_of("{(");
    type = lower_case(cut_blanks(entry.substr(1, open - 1)));
    rest_ = entry.substr(open + 1, entry.size() - open - 2);
  }

  bool read_key() {
    const std::size_t comma = rest_.find(',');
    key = cut_blanks(rest_.substr(0, comma));
    if (key.find('=') != std::string::npos) {  // an entry without a key
      key.clear();
      return true;
    }
    rest_.remove_prefix(comma == std::string_view::npos ? rest_.size() : comma + 1);
    return true;
  }

  // The next field; false at the end or after a problem.
  bool next() {
    while (rest_ = skipped_blanks(rest_), rest_.starts_with(',')) rest_.remove_prefix(1);
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find_first_of("=,{}\"");
    const std::string_view found = cut_blanks(rest_.substr(0, end));
    if (end == std::string_view::npos || rest_[end] != '=' || found.empty() ||
        found.find_first_of(bibtex_blanks) != std::string_view::npos) {
      problem = "expected \"name = value\", found \"" + excerpt(rest_, 30) + '"';
      return false;
    }
    name = lower_case(found);
    rest_.remove_prefix(end + 1);
    return take_value();
  }

  std::string type, key, name, value, problem;

 private:
  // "{...}", "...", a number or a name, several joined by #.
  bool take_value() {
    value.clear();
    for (;;) {
      rest_ = skipped_blanks(rest_);
      const char first = rest_.empty() ? '\0' : rest_.front();
      if (first == '{' || first == '"' ? !take_group(first) : !take_word()) return false;
      rest_ = skipped_blanks(rest_);
      if (!rest_.starts_with('#')) return true;
      rest_.remove_prefix(1);
    }
  }

  bool take_group(char first) {
    std::int64_t depth = 0;
    std::size_t i = 1;
    for (; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (depth == 0 && c == (first == '{' ? '}' : '"') && (first == '{' || rest_[i - 1] != '\\'))
        break;
      if (c == '{') ++depth;
      if (c == '}') --depth;
      if (depth < 0) break;
    }
    if (i == rest_.size() || depth != 0) {
      problem = "the value of the field " + name + " is not closed";
      return false;
    }
    value += rest_.substr(1, i - 1);
    rest_.remove_prefix(i + 1);
    return true;
  }

  bool take_word() {
    const std::size_t size = std::min(rest_.find_first_of(" \t\r\n,#{}\"="), rest_.size());
    if (size == 0) {
      problem = "the field " + name + " has no value";
      return false;
    }
    const std::string word(rest_.substr(0, size));
    const auto found = strings_.find(lower_case(word));
    value += found == strings_.end() ? word : found->second;
    rest_.remove_prefix(size);
    return true;
  }

  const Strings &strings_;
  std::string_view rest_;
};

bool is_parent_type(const std::string &type) {
  constexpr std::array types{"book",       "proceedings",  "collection",  "periodical",
                             "reference",  "mvbook",       "mvreference", "mvcollection",
                             "conference", "mvproceedings"};
  return std::find(types.begin(), types.end(), type) != types.end();
}

class BibtexRecords final : public ReferenceTable {
 public:
  BibtexRecords(std::unique_ptr<Bytes> bytes, const Reading &reading)
      : ReferenceTable(bytes->name(), Format::bibtex, reading), lines_(std::move(bytes), reading) {
    for (const char *month :
         {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"})
      strings_[month] = month;
  }

 protected:
  // An entry waits until the one that it refers to is read, which follows it.
  bool next(Reference &reference, std::string &place) override {
    constexpr std::size_t most_waiting = std::size_t{1} << 26;
    while (
        (waiting_.empty() || (lacks_parent(waiting_.front()) && bytes_waiting_ < most_waiting)) &&
        !is_ended_)
      read_entry();
    if (waiting_.empty()) return false;
    Entry entry = std::move(waiting_.front());
    waiting_.pop_front();
    bytes_waiting_ -= entry.bytes;
    if (!entry.parent.empty()) inherit(entry);
    reference = std::move(entry.reference);
    place = "line " + std::to_string(entry.line);
    return true;
  }

  void finish() override {
    if (broken_ > 0 && reading_.warn)
      reading_.warn(name() + ", line " + std::to_string(first_broken_) + ": " + first_problem_ +
                    "; " +
                    (broken_ == 1 ? "this entry is left out, reading continues with the next one"
                                  : std::to_string(broken_) +
                                        " such entries are left out, reading continues with the "
                                        "next one each"));
    if (orphans_ > 0)
      reading_.report(name() + ": " + counted(orphans_, "entry") +
                      " with a crossref to an entry that is not there, the first at line " +
                      std::to_string(first_orphan_));
  }

 private:
  struct Entry {
    Reference reference{Format::bibtex};
    std::string parent;  // in lower case
    std::int64_t line = 0;
    std::size_t bytes = 0;
  };
  struct Parent {
    std::string title, issued, year;
  };

  bool lacks_parent(const Entry &entry) const {
    return !entry.parent.empty() && parents_.find(entry.parent) == parents_.end();
  }

  // The text of the next entry, "" if it is not closed; false if there is none. A line may hold
  // many entries.
  bool take_entry(std::string &entry) {
    std::size_t begin = 0;
    std::string_view line;
    while ((begin = place_of_entry(held_, from_)) == std::string::npos) {
      if (!lines_.next(line)) return false;
      held_ = line;
      from_ = 0;
    }
    begun_ = lines_.number();
    EntryEnd end;
    std::size_t size = 0;
    while ((size = end.find(std::string_view(held_).substr(begin))) == 0) {
      const bool is_more = lines_.next(line);
      if (!is_more || begins_another(line)) {
        tell_broken("the entry \"" + excerpt(held_.substr(begin, 200), 40) + "\" is not closed");
        held_ = is_more ? std::string(line) : "";
        from_ = 0;
        entry.clear();
        return is_more;
      }
      held_.erase(0, std::exchange(begin, 0));
      held_ += '\n';
      held_ += line;
      require_short(held_.size(), name() + ", line " + std::to_string(begun_));
    }
    entry = held_.substr(begin, size);
    from_ = begin + size;
    return true;
  }

  void read_entry() {
    std::string text;
    if (!take_entry(text)) {
      is_ended_ = true;
      return;
    }
    if (text.empty()) return;
    EntryParts parts(text, strings_);
    if (parts.type == "comment" || parts.type == "preamble" || parts.type == "control") return;
    if (parts.type == "string") {
      while (parts.next()) strings_[parts.name] = parts.value;
      if (!parts.problem.empty()) tell_broken(parts.problem);
      return;
    }
    parts.read_key();
    Entry entry;
    entry.line = begun_;
    entry.bytes = text.size();
    if (!read_fields(parts, entry)) return;
    if (parts.type == "xdata" || parts.type == "set") return;
    if (is_parent_type(parts.type) && !parts.key.empty())
      parents_[lower_case(parts.key)] = {entry.reference.value(ReferenceColumn::title),
                                         entry.reference.value(ReferenceColumn::issued),
                                         entry.reference.value(ReferenceColumn::year)};
    bytes_waiting_ += entry.bytes;
    waiting_.push_back(std::move(entry));
  }

  // The first of several fields of one name counts, as in BibTeX.
  bool read_fields(EntryParts &parts, Entry &entry) {
    std::string title, subtitle, month, day;
    std::vector<std::string> seen;
    while (parts.next()) {
      if (std::find(seen.begin(), seen.end(), parts.name) != seen.end()) continue;
      seen.push_back(parts.name);
      const std::string value = plain_tex(parts.value);
      if (parts.name == "crossref") entry.parent = lower_case(value);
      if (parts.name == "title") title = value;
      if (parts.name == "subtitle") subtitle = value;
      if (parts.name == "month") month = value;
      if (parts.name == "day") day = value;
      if (parts.name != "title") entry.reference.add(parts.name, value);
    }
    if (!parts.problem.empty()) {
      tell_broken("the entry \"" + excerpt(parts.key, 40) + "\": " + parts.problem);
      return false;
    }
    if (!title.empty() && !subtitle.empty()) title += ": ";
    entry.reference.add("title", title + subtitle);
    add_month(entry.reference, month, day);
    entry.reference.set(ReferenceColumn::id, parts.key);
    entry.reference.set(ReferenceColumn::type, parts.type);
    return true;
  }

  // "mar", "March", "3" or "mar # "~15"".
  static void add_month(Reference &reference, const std::string &month, const std::string &day) {
    if (month.empty() || !reference.value(ReferenceColumn::issued).empty()) return;
    const NamedDate year = named_date(reference.value(ReferenceColumn::year));
    const NamedDate named = named_date(month);
    const bool is_number = month.find_first_not_of("0123456789") == std::string::npos;
    if (year.year == 0) return;
    const std::string both = is_number ? month : month + ' ';
    if (is_number || named.month > 0)
      reference.set(ReferenceColumn::issued, std::to_string(year.year) + ' ' + both + ' ' + day);
  }

  void inherit(Entry &entry) {
    const auto found = parents_.find(entry.parent);
    if (found == parents_.end()) {
      if (orphans_++ == 0) first_orphan_ = entry.line;
      return;
    }
    entry.reference.add("booktitle", found->second.title);
    if (!entry.reference.date().empty()) return;
    entry.reference.set(ReferenceColumn::issued, found->second.issued);
    entry.reference.set(ReferenceColumn::year, found->second.year);
  }

  void tell_broken(const std::string &problem) {
    if (broken_++ > 0) return;
    first_broken_ = begun_;
    first_problem_ = problem;
  }

  Lines lines_;
  Strings strings_;
  std::map<std::string, Parent, std::less<>> parents_;
  std::deque<Entry> waiting_;
  std::size_t bytes_waiting_ = 0;
  std::string held_;      // a line, or several of one entry
  std::size_t from_ = 0;  // what follows the last entry
  bool is_ended_ = false;
  std::int64_t begun_ = 0, broken_ = 0, first_broken_ = 0, orphans_ = 0, first_orphan_ = 0;
  std::string first_problem_;
};

}  // namespace

std::unique_ptr<Stream> open_bibtex(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return std::make_unique<BibtexRecords>(std::move(bytes), reading);
}

}  // namespace cli
