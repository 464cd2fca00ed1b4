// Tables of text by RFC 4180: records of cells that a delimiter separates. A cell in quotes may
// contain the delimiter, line ends, and quotes that are doubled, or written \" as R's write.table()
// does. Line ends are "\n" or "\r\n", or "\r" in a text without "\n" outside of quotes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/decoded.hpp"

namespace cli {

struct Dialect {
  char delimiter = ',';
  char line_end = '\n';
  bool has_escapes = false;  // \" is a quote within a cell
  // Text of a database: a backslash escapes what follows, quotes are characters like others.
  bool is_dump = false;
};

struct RawCell {
  std::string_view text;    // without the outer quotes
  bool has_quotes = false;  // doubled ones, or with a backslash; in a dump: any escape
  bool is_quoted = false;   // had outer quotes
};

enum class Cut {
  record,
  incomplete,  // the record may continue after the end of the text
  unclosed,    // the text ends within quotes
  stray        // characters between a closing quote and the next delimiter
};

// Replaces the escapes of a dump by what they stand for, in place; \N alone is no value.
std::string_view undumped(std::string_view cell);

// Cuts the record at the beginning of `text`, and removes it if it is complete. `is_last`: nothing
// follows the text. The dialect gets escapes at the first cell that is complete only with them.
Cut cut_record(std::string_view &text, Dialect &dialect, bool is_last, std::vector<RawCell> &cells);

// The records of a file, one at a time; memory is bounded by the longest one.
class DelimitedRecords {
 public:
  DelimitedRecords(std::unique_ptr<Bytes> bytes, const Reading &reading, const Dialect &dialect);

  // False at the end. The cells are valid until the next call. Blank lines are skipped.
  bool next(std::vector<std::string_view> &cells);

  // Skips lines without a look at their quotes, and returns the first.
  std::string skip_lines(std::size_t count);

  // Whether a cell of the last record was in quotes.
  bool is_quoted(std::size_t cell) const { return cell < raw_.size() && raw_[cell].is_quoted; }

  std::int64_t line() const { return begun_; }              // on which the record began, from 1
  bool has_rows() const { return first_row_.has_value(); }  // of a spreadsheet or a database
  // "line 17", or "row 17" of a spreadsheet or a database.
  std::string numbered(std::int64_t line) const {
    return (first_row_ ? "row " : "line ") + std::to_string(line);
  }
  // Of all records so far: their bytes, the lines, and whether a quote was written \".
  std::int64_t taken() const { return taken_; }
  std::int64_t lines_taken() const { return next_line_ - 1; }
  std::int64_t blank_lines() const { return blank_lines_; }  // that were skipped so far
  bool has_escapes() const { return dialect_.has_escapes; }
  // Whether the records follow others, as those of a part of a file.
  bool follow_others() const { return text_.part() != nullptr && text_.part()->begin > 0; }
  const std::string &name() const { return text_.name(); }
  std::string place() const;  // "news.csv, line 17", for messages
  std::int64_t replaced() const { return text_.replaced(); }

 private:
  void refill();
  void count_lines(std::string_view record);

  Decoded text_;
  Dialect dialect_;
  std::string window_;
  std::size_t at_ = 0, end_ = 0;
  bool is_ended_ = false;
  std::vector<RawCell> raw_;
  std::optional<std::int64_t> first_row_;
  std::int64_t begun_ = 0, next_line_ = 1, taken_ = 0, blank_lines_ = 0;
};

}  // namespace cli
