// The parts of a spreadsheet file, a zip archive of XML, and the rows of its sheets.
#pragma once

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <zip.h>

#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/converted.hpp"
#include "terminal/failure.hpp"

namespace cli {

// A spreadsheet program has no more of them.
constexpr std::int64_t most_columns = 16384, most_rows = 1048576;

// The file, by its path or in memory.
class Workbook {
 public:
  Workbook(const std::string &path, std::unique_ptr<Bytes> bytes, std::int64_t harmless_expansion);
  ~Workbook();
  Workbook(const Workbook &) = delete;
  Workbook &operator=(const Workbook &) = delete;

  const std::string &name() const { return name_; }
  bool has(const std::string &part) const;
  zip_t *zip() const { return zip_; }
  // Counts bytes that the file expands to. A Failure if there are too many.
  void count(std::int64_t bytes);

 private:
  std::string name_, held_;
  zip_t *zip_ = nullptr;
  std::int64_t harmless_, packed_ = 0, expanded_ = 0;
};

// The attributes of an element. A name without a prefix is found with any.
class Attributes {
 public:
  explicit Attributes(const xmlChar **list) : list_(list) {}
  std::optional<std::string_view> find(std::string_view name) const;
  std::string_view text(std::string_view name) const { return find(name).value_or(""); }
  // A whole number from `least` to `most`; `missing` if there is none. A Failure for other text.
  std::int64_t number(std::string_view name, std::int64_t missing, std::int64_t least,
                      std::int64_t most) const;

 private:
  const xmlChar **list_;
};

// Parses a part of the file piece by piece. Elements are named without their prefixes.
class XmlPart {
 public:
  XmlPart(Workbook &book, std::string part);
  virtual ~XmlPart();
  XmlPart(const XmlPart &) = delete;
  XmlPart &operator=(const XmlPart &) = delete;

  // Parses the next bytes; false at the end.
  bool parse_more();
  void parse_all() {
    while (parse_more()) {
    }
  }

 protected:
  virtual void start(std::string_view element, const Attributes &attributes) = 0;
  virtual void end(std::string_view element) = 0;
  virtual void text(std::string_view characters) = 0;
  void stop() { is_stopped_ = true; }  // the rest is not needed

 private:
  struct Handler;

  Workbook &book_;
  std::string part_;
  zip_file_t *file_ = nullptr;
  xmlParserCtxtPtr parser_ = nullptr;
  std::exception_ptr failure_;  // of a function that the parser calls
  bool is_stopped_ = false;
};

struct Row {
  std::int64_t number = 0;         // from 1
  std::vector<std::string> cells;  // from column A on; the last one is not empty
};

// A row as it is kept until it is needed: without its empty cells, and with repeated cells once.
class PackedRow {
 public:
  explicit PackedRow(std::int64_t first) : number(first) {}
  std::int64_t number, repeats = 1;

  void clear() { cells_.clear(); }
  bool is_empty() const { return cells_.empty(); }
  // To the right of all others. A Failure names a cell that is too long or too far right.
  void add(std::int64_t column, std::string text, std::int64_t repeated = 1);
  // What that takes is counted before.
  void expand(Workbook &book, Row &row) const;

 private:
  struct Cell {
    std::int64_t column, repeated;
    std::string text;
  };
  std::vector<Cell> cells_;
};

// The bytes of one cell; spreadsheet programs have at most 32767 characters.
constexpr std::int64_t longest_cell = 1 << 20;
Failure cell_too_long(std::int64_t column, std::int64_t row);

// A sheet, row by row.
class Sheet {
 public:
  virtual ~Sheet() = default;
  // False at the end. Rows without cells may be left out.
  virtual bool next(Row &row) = 0;
  const std::string &name() const { return name_; }
  // Names of the others that are not hidden, as far as they are known.
  const std::vector<std::string> &others() const { return others_; }
  // The part of the file that holds it, and its place among the sheets there.
  const std::string &part() const { return file_part_; }
  std::size_t place() const { return place_; }

  std::int64_t errors = 0, uncomputed = 0, hidden_rows = 0;
  std::string first_error, first_uncomputed;  // "B7"

 protected:
  std::string name_, file_part_;
  std::size_t place_ = 0;
  std::vector<std::string> others_;
};

// The column of a cell in letters, from 0.
std::string column_letters(std::int64_t column);
// The place, from 0, of the sheet that --sheet names or numbers from 1. A Failure lists the sheets.
std::size_t place_of_sheet(const Workbook &book, const std::vector<std::string> &sheets,
                           const std::string &wanted);

std::unique_ptr<Sheet> open_xlsx(Workbook &book, const std::optional<std::string> &wanted);
std::unique_ptr<Sheet> open_ods(Workbook &book, const std::optional<std::string> &wanted);

}  // namespace cli
