#include "readers/delimited.hpp"

#include <cstring>
#include <utility>

#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_record = std::size_t{1} << 28;

const char *find(const char *from, const char *end, char c) {
  return static_cast<const char *>(std::memchr(from, c, static_cast<std::size_t>(end - from)));
}

bool is_escaped(const char *quote, const char *begin) { return quote > begin && quote[-1] == '\\'; }

// From after the opening quote to the closing one.
Cut cut_quoted(const char *&p, const char *end, bool is_last, bool has_escapes, RawCell &cell) {
  const char *const begin = p;
  for (;;) {
    p = find(p, end, '"');
    if (p == nullptr) return is_last ? Cut::unclosed : Cut::incomplete;
    if (has_escapes && is_escaped(p, begin)) {
      cell.has_quotes = true;
      ++p;
      continue;
    }
    if (p + 1 == end && !is_last) return Cut::incomplete;
    if (p + 1 == end || p[1] != '"') break;
    cell.has_quotes = true;
    p += 2;
  }
  cell.text = {begin, static_cast<std::size_t>(p - begin)};
  cell.is_quoted = true;
  ++p;
  return Cut::record;
}

// Also the line end of a cell at the end of a line; Cut::stray if the cell does not end there.
Cut cut_closed(const char *&p, const char *end, bool is_last, const Dialect &dialect,
               RawCell &cell) {
  const Cut cut = cut_quoted(p, end, is_last, dialect.has_escapes, cell);
  if (cut != Cut::record) return cut;
  if (p < end && *p == '\r' && dialect.line_end == '\n') {
    if (p + 1 == end && !is_last) return Cut::incomplete;
    if (p + 1 == end || p[1] == '\n') ++p;
  }
  return p == end || *p == dialect.delimiter || *p == dialect.line_end ? Cut::record : Cut::stray;
}

// Whether a stray cell, from its quote to the stray character, is complete with escapes.
Cut cut_escaped(std::string_view stray, const char *end, bool is_last, Dialect dialect) {
  if (stray.find("\\\"") == std::string_view::npos) return Cut::stray;
  dialect.has_escapes = true;
  const char *p = stray.data() + 1;
  RawCell unused;
  return cut_closed(p, end, is_last, dialect, unused);
}

void cut_plain(const char *&p, const char *end, const Dialect &dialect, RawCell &cell) {
  const char *const begin = p;
  const char delimiter = dialect.delimiter, line_end = dialect.line_end;
  while (p < end && *p != delimiter && *p != line_end) ++p;
  cell.text = {begin, static_cast<std::size_t>(p - begin)};
  const bool ends_line = p == end || *p == line_end;
  if (ends_line && line_end == '\n' && cell.text.ends_with('\r')) cell.text.remove_suffix(1);
}

// Of a dump: a backslash escapes a delimiter and a line end as well.
void cut_dumped(const char *&p, const char *end, const Dialect &dialect, RawCell &cell) {
  const char *const begin = p;
  while (p < end && *p != dialect.delimiter && *p != dialect.line_end) {
    if (*p == '\\') {
      cell.has_quotes = true;
      if (p + 1 < end) ++p;
    }
    ++p;
  }
  cell.text = {begin, static_cast<std::size_t>(p - begin)};
  const bool ends_line = p == end || *p == dialect.line_end;
  if (ends_line && cell.text.ends_with('\r')) cell.text.remove_suffix(1);
}

// Blanks as delimiters count once, and not at the ends of a line. Returns whether the record, which
// has cells, ends after them.
bool ends_after_blanks(const char *&p, const char *end, bool has_cells, const Dialect &dialect) {
  while (p < end && *p == ' ') ++p;
  if (!has_cells) return false;
  if (p + 1 < end && *p == '\r' && p[1] == '\n') ++p;
  if (p < end && *p != dialect.line_end) return false;
  if (p < end) ++p;
  return true;
}

// Replaces each escaped quote by a plain one, in place.
std::string_view unquoted(const RawCell &cell, bool has_escapes) {
  if (!cell.has_quotes) return cell.text;
  char *const begin = const_cast<char *>(cell.text.data());
  const char *from = begin, *const end = begin + cell.text.size();
  char *to = begin;
  while (from < end) {
    const char *quote = find(from, end, '"');
    const char *stop = quote == nullptr ? end : quote + 1;
    std::memmove(to, from, static_cast<std::size_t>(stop - from));
    to += stop - from;
    from = stop;
    if (quote == nullptr) break;
    if (has_escapes && is_escaped(to - 1, begin))
      *(--to - 1) = '"';
    else
      ++from;
  }
  return {begin, static_cast<std::size_t>(to - begin)};
}

}  // namespace

std::string_view undumped(std::string_view cell) {
  if (cell == "\\N") return "";
  constexpr std::string_view letters = "ntrbfvZ0", meant = "\n\t\r\b\f\v  ";
  char *const begin = const_cast<char *>(cell.data());
  char *to = begin;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    char c = cell[i];
    if (c == '\\' && i + 1 < cell.size()) {
      c = cell[++i];
      if (const std::size_t letter = letters.find(c); letter != std::string_view::npos)
        c = meant[letter];
    }
    *to++ = c;
  }
  return {begin, static_cast<std::size_t>(to - begin)};
}

Cut cut_record(std::string_view &text, Dialect &dialect, bool is_last,
               std::vector<RawCell> &cells) {
  const char *p = text.data(), *const end = p + text.size();
  cells.clear();
  for (;;) {
    RawCell cell;
    if (dialect.delimiter == ' ') {
      const bool is_ended = ends_after_blanks(p, end, !cells.empty(), dialect);
      if (p == end && !is_last) return Cut::incomplete;
      if (is_ended) {
        text.remove_prefix(static_cast<std::size_t>(p - text.data()));
        return Cut::record;
      }
    }
    if (dialect.is_dump) {
      cut_dumped(p, end, dialect, cell);
    } else if (p < end && *p == '"') {
      const char *const begin = p++;
      const Cut cut = cut_closed(p, end, is_last, dialect, cell);
      if (cut == Cut::stray && !dialect.has_escapes) {
        const Cut escaped =
            cut_escaped({begin, static_cast<std::size_t>(p - begin)}, end, is_last, dialect);
        if (escaped == Cut::incomplete) return escaped;
        if (escaped == Cut::record) {
          dialect.has_escapes = true;
          return cut_record(text, dialect, is_last, cells);
        }
      }
      if (cut == Cut::incomplete) return cut;
      if (cut != Cut::record) {
        // Tab-separated text is often written without quoting.
        if (dialect.delimiter != '\t') return cut;
        p = begin;
        cell.has_quotes = cell.is_quoted = false;
        cut_plain(p, end, dialect, cell);
      }
    } else {
      cut_plain(p, end, dialect, cell);
    }
    if (p == end && !is_last) return Cut::incomplete;
    cells.push_back(cell);
    if (p < end && *p++ == dialect.delimiter) continue;
    text.remove_prefix(static_cast<std::size_t>(p - text.data()));
    return Cut::record;
  }
}

DelimitedRecords::DelimitedRecords(std::unique_ptr<Bytes> bytes, const Reading &reading,
                                   const Dialect &dialect)
    : text_(std::move(bytes), reading),
      dialect_(dialect),
      window_(first_window, '\0'),
      first_row_(text_.first_row()),
      next_line_(first_row_.value_or(1)) {
  if (text_.part() == nullptr) return;
  next_line_ += text_.part()->lines_before;
  dialect_.has_escapes = dialect_.has_escapes || text_.part()->has_escapes;
}

std::string DelimitedRecords::place() const { return name() + ", " + numbered(begun_); }

// Moves the remaining bytes to the front and fills the window.
void DelimitedRecords::refill() {
  std::memmove(window_.data(), window_.data() + at_, end_ - at_);
  end_ -= std::exchange(at_, 0);
  if (end_ == window_.size()) {
    if (end_ >= longest_record)
      throw Failure(place() + ": the record is longer than 256 MB; is a quote not closed?");
    window_.resize(2 * end_);
  }
  while (end_ < window_.size() && !is_ended_) {
    const std::size_t count = text_.read(window_.data() + end_, window_.size() - end_);
    end_ += count;
    is_ended_ = count == 0;
  }
}

// Each record of a table of rows is one, whatever line ends its cells contain.
void DelimitedRecords::count_lines(std::string_view record) {
  if (first_row_) {
    ++next_line_;
    return;
  }
  const char *p = record.data(), *const end = p + record.size();
  while ((p = find(p, end, dialect_.line_end)) != nullptr) {
    ++next_line_;
    ++p;
  }
}

std::string DelimitedRecords::skip_lines(std::size_t count) {
  std::string first;
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view rest(window_.data() + at_, end_ - at_);
    std::size_t end = rest.find(dialect_.line_end);
    while (end == std::string_view::npos && !is_ended_) {
      refill();
      rest = std::string_view(window_.data() + at_, end_ - at_);
      end = rest.find(dialect_.line_end);
    }
    const std::string_view line = rest.substr(0, end == std::string_view::npos ? end : end + 1);
    if (i == 0) first = line;
    at_ += line.size();
    taken_ += static_cast<std::int64_t>(line.size());
    count_lines(line);
  }
  return first;
}

bool DelimitedRecords::next(std::vector<std::string_view> &cells) {
  for (;;) {
    begun_ = next_line_;
    if (at_ == end_ && !is_ended_) refill();
    if (at_ == end_ && is_ended_) return false;
    std::string_view rest(window_.data() + at_, end_ - at_);
    const char *const begin = rest.data();
    const Cut cut = cut_record(rest, dialect_, is_ended_, raw_);
    if (cut == Cut::incomplete) {
      refill();
      continue;
    }
    if (cut == Cut::unclosed)
      throw Failure(place() + ": a quote that opens in this record is never closed");
    if (cut == Cut::stray)
      throw Failure(place() +
                    ": characters follow a closing quote; within a quoted field a quote must be "
                    "doubled (\"\") or escaped by a backslash (\\\")");
    const std::string_view record(begin, static_cast<std::size_t>(rest.data() - begin));
    at_ += record.size();
    taken_ += static_cast<std::int64_t>(record.size());
    count_lines(record);
    if (record.size() <= 2 && raw_.size() == 1 && raw_.front().text.empty()) {
      ++blank_lines_;
      continue;
    }
    cells.clear();
    for (const RawCell &cell : raw_)
      cells.push_back(!dialect_.is_dump ? unquoted(cell, dialect_.has_escapes)
                      : cell.has_quotes ? undumped(cell.text)
                                        : cell.text);
    return true;
  }
}

}  // namespace cli
