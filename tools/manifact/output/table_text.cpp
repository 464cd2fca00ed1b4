#include "output/table_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "output/buffered_output.hpp"
#include "output/raw_text.hpp"
#include "readers/converted.hpp"
#include "readers/delimited.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {

void tell_replaced(const RawText &text, const Tell &tell) {
  if (text.replaced() > 0)
    tell(counted(text.replaced(), "character") +
         " of the titles written as \"?\": the encoding of " + text.name() + " lacks " +
         (text.replaced() == 1 ? "it" : "them"));
}

namespace {

// A header of names of all columns but that of the row names, as R writes it.
bool lacks_row_names(const TableLayout &layout) {
  return layout.row_header.size() == layout.header.size() + 1 && layout.row_header[0].empty() &&
         std::equal(layout.header.begin(), layout.header.end(), layout.row_header.begin() + 1);
}

class DelimitedCopy {
 public:
  DelimitedCopy(const TableRows &rows, const AddedNames &names, RawText &text, BufferedOutput &to)
      : rows_(rows),
        layout_(rows.origin.layout),
        dialect_(layout_.dialect),
        names_(names),
        text_(text),
        to_(to) {}

  void copy() {
    to_.add(text_.mark());
    for (std::size_t i = 0; i < layout_.lines_above; ++i) copy_line();
    const std::size_t columns = layout_.row_header.size();
    if (rows_.origin.has_header) copy_header(columns);
    for (std::size_t i = 0; i < layout_.more_headers && next(); ++i)
      write(AddedCells(names_.size()), columns);
    std::int64_t row = 0;
    for (; next() && !to_.has_failed(); ++row) {
      if (row == rows_.origin.documents && cells_.size() == 1 && columns > 1) {
        to_.add(text_.take(size_));  // "(3 rows)" of psql
        break;
      }
      if (row == rows_.origin.documents) throw changed_input(rows_.origin);
      write(rows_.cells(row), columns);
    }
    if (row != rows_.origin.documents && !to_.has_failed()) throw changed_input(rows_.origin);
  }

 private:
  void copy_line() {
    std::size_t end = 0;
    while ((end = text_.text().find(dialect_.line_end)) == std::string_view::npos)
      if (!text_.refill()) throw changed_input(rows_.origin);
    to_.add(text_.take(end + 1));
  }

  void copy_header(std::size_t columns) {
    if (!next()) throw changed_input(rows_.origin);
    quotes_names_ = are_quoted();
    AddedCells names;
    for (const std::string &name : names_) names.push_back({AddedCell::Kind::text, name});
    write(names, lacks_row_names(layout_) ? columns - 1 : columns);
  }

  // Finds the next record that is not a blank line, which is copied.
  bool next() {
    for (;;) {
      if (text_.text().empty() && !text_.refill()) return false;
      std::string_view rest = text_.text();
      const Cut cut = cut_record(rest, dialect_, text_.is_ended(), cells_);
      if (cut == Cut::incomplete) {
        text_.refill();
        continue;
      }
      if (cut != Cut::record) throw changed_input(rows_.origin);
      size_ = text_.text().size() - rest.size();
      if (size_ > 2 || cells_.size() != 1 || !cells_.front().text.empty()) return true;
      to_.add(text_.take(size_));
    }
  }

  bool are_quoted() const {
    return std::all_of(cells_.begin(), cells_.end(),
                       [](const RawCell &cell) { return cell.is_quoted; });
  }

  // The record with its first cells, empty ones up to the number of columns, and the cells added.
  void write(const AddedCells &added, std::size_t columns) {
    const bool quotes_numbers = quotes_names_ && are_quoted();
    const std::string_view record = text_.text().substr(0, size_);
    std::size_t end = 0;  // the characters of the end of the line
    if (record.ends_with(dialect_.line_end)) ++end;
    if (end > 0 && dialect_.line_end == '\n' && record.ends_with("\r\n")) ++end;
    if (end == 0 && dialect_.line_end == '\n' && record.ends_with('\r')) ++end;
    std::size_t kept = size_ - end;
    if (cells_.size() > columns && columns > 0) {  // empty cells beyond the header
      const RawCell &last = cells_[columns - 1];
      kept = static_cast<std::size_t>(last.text.data() - record.data()) + last.text.size() +
             (last.is_quoted ? 1 : 0);
    }
    const std::size_t dropped = size_ - end - kept;
    to_.add(text_.take(kept));
    text_.take(dropped);
    std::string all;
    for (std::size_t i = cells_.size(); i < columns; ++i) all += dialect_.delimiter;
    for (const AddedCell &cell : added) {
      all += dialect_.delimiter;
      all += written(cell, cell.kind == AddedCell::Kind::text ? quotes_names_ : quotes_numbers);
    }
    to_.add(text_.encoded(all));
    to_.add(text_.take(end));
  }

  std::string written(const AddedCell &cell, bool is_quoted) const {
    if (dialect_.is_dump) return dumped(cell);
    std::string text = cell.text;
    if (layout_.has_line_escapes) text = with_line_escapes(text);
    is_quoted = is_quoted || text.find_first_of("\"\r\n") != std::string::npos ||
                text.find(dialect_.delimiter) != std::string::npos;
    if (!is_quoted) return text;
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '"') quoted += dialect_.has_escapes ? '\\' : '"';
      quoted += c;
    }
    return quoted + '"';
  }

  static std::string with_line_escapes(const std::string &text) {
    std::string escaped;
    for (const char c : text)
      escaped += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\\' ? "\\\\" : std::string(1, c);
    return escaped;
  }

  std::string dumped(const AddedCell &cell) const {
    if (cell.kind == AddedCell::Kind::empty) return "\\N";
    std::string escaped;
    for (const char c : cell.text) {
      if (c == '\n' || c == '\\' || c == dialect_.delimiter) escaped += '\\';
      escaped += c;
    }
    return escaped;
  }

  const TableRows &rows_;
  const TableLayout &layout_;
  Dialect dialect_;
  const AddedNames &names_;
  RawText &text_;
  BufferedOutput &to_;
  std::vector<RawCell> cells_;
  std::size_t size_ = 0;  // characters of the record
  bool quotes_names_ = false;
};

}  // namespace

std::string path_again(const TableOrigin &origin) {
  const std::string kept = kept_standard_input();
  return origin.path == "-" && !kept.empty() ? kept : origin.path;
}

std::unique_ptr<Bytes> opened_again(const TableOrigin &origin) {
  if (origin.path == "-") ::lseek(STDIN_FILENO, origin.begin, SEEK_SET);
  auto bytes = std::make_unique<Bytes>(path_again(origin));
  constexpr std::size_t longest_signature = 512;
  if (!is_compressed(bytes->peek(longest_signature))) return bytes;
  constexpr std::int64_t harmless_expansion = std::int64_t{1} << 28;
  return std::make_unique<Bytes>(open_compressed(std::move(bytes), harmless_expansion));
}

NotWritten changed_input(const TableOrigin &origin) {
  return NotWritten(origin.name +
                    " has records that are no documents, or has changed since it was read; its "
                    "table is not written");
}

Content delimited_with_columns(const TableRows &rows, const AddedNames &names, const Tell &tell) {
  return [rows, names, tell](int fd) {
    RawText text(opened_again(rows.origin), rows.origin.encoding);
    BufferedOutput to(fd);
    DelimitedCopy(rows, names, text, to).copy();
    tell_replaced(text, tell);
    return to.finish();
  };
}

}  // namespace cli
