// Files that are read as what another library makes of them: compressed files as their content,
// the sheet of a spreadsheet, the table of a database and the columns of Parquet and Arrow as CSV.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/arrays.hpp"
#include "readers/reading.hpp"
#include "readers/stream.hpp"

namespace cli {

// Which table of a file.
struct TableChoice {
  std::optional<std::string> sheet;  // --sheet: a name, or a number from 1
  std::int64_t header_row = 0;       // --header-row, from 1; 0: found
  std::optional<std::string> query;  // --query: SQL

  bool any() const { return sheet || header_row > 0 || query; }
};

// A row of a table as a line of CSV. Text of a database is in quotes: its NULL is no text.
class CsvLine {
 public:
  explicit CsvLine(std::string &to) : to_(to), begin_(to.size()) {}
  void add(std::string_view cell, bool is_text = false);
  // A blank line would be no row.
  void end() { to_ += to_.size() == begin_ ? "\"\"\n" : "\n"; }

 private:
  std::string &to_;
  std::size_t begin_;
  bool is_first_ = true;
};

// "A, B, C", of at most twenty.
std::string listed(const std::vector<std::string> &names);

// The column of vectors of a table, which is kept beside its text. The text has a word for each.
struct Vectors {
  std::string field;      // "": there is none
  bool are_held = false;  // else they are numbers in the text of the field
  // Beside a text, which has the numbers of their rows; a row may have no vector.
  bool are_beside = false;
  DenseArrays arrays;  // complete when the text has been read
};

struct Conversion {
  TableChoice choice;
  std::int64_t harmless_expansion;  // see Reading
  std::function<void(const std::string &)> note;
  Fields fields = {};
  std::optional<std::string> vector_field = {};
  Vectors *vectors = nullptr;
};

// A stream of the CSV text. Failures name the file, the sheet and the cell.
std::unique_ptr<Stream> open_spreadsheet(const std::string &path, std::unique_ptr<Bytes> bytes,
                                         const Conversion &conversion);
std::unique_ptr<Stream> open_database(const std::string &path, std::unique_ptr<Bytes> bytes,
                                      const Conversion &conversion);
// Of Parquet or Arrow.
std::unique_ptr<Stream> open_columns(const std::string &path, std::unique_ptr<Bytes> bytes,
                                     const Conversion &conversion);

// A file of lines: compressed ones, spreadsheets and databases as text. `note` takes what was
// chosen.
std::unique_ptr<Bytes> open_lines(const std::string &path,
                                  const std::function<void(const std::string &)> &note);

// Whether a file is compressed by bzip2, xz, zstd, lz4 or lzip; gzip is read everywhere.
bool is_compressed(std::string_view bytes);
std::unique_ptr<Stream> open_compressed(std::unique_ptr<Bytes> bytes,
                                        std::int64_t harmless_expansion);
// The path without the ending of a compressed file: "news.csv" of "news.csv.xz".
std::string name_of_content(const std::string &path);

// The functions "manifact_open_spreadsheet", "manifact_open_database", "manifact_open_columns" and
// "manifact_open_compressed" of the modules "manifact-spreadsheets", "manifact-databases",
// "manifact-columns" and "manifact-archives".
using OpenTable = void(const std::string &, std::unique_ptr<Bytes> &, const Conversion &,
                       std::unique_ptr<Stream> &);
using OpenCompressed = void(std::unique_ptr<Bytes> &, std::int64_t, std::unique_ptr<Stream> &);

}  // namespace cli
