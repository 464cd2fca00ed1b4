// Where the documents of an input stand in it, so that the table can be written again with more
// columns.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "readers/converted.hpp"
#include "readers/formats.hpp"
#include "readers/table_layout.hpp"

namespace cli {

struct TableOrigin {
  enum class Kind { none, delimited, json, spreadsheet, database, columns };

  std::string path, name;
  std::string encoding = "auto";  // as --encoding gives it
  TableChoice table;
  std::int64_t begin = 0;  // of standard input that is a file: the place of its first byte
  Kind container = Kind::delimited;  // what a table stands in
  Kind kind = Kind::none;            // the reader says that the documents are records of a table
  TableLayout layout;                // all but json
  // The row of each document and that of the names, if they are counted; of JSON the record.
  std::vector<std::int64_t> rows;
  std::int64_t header_row = 0;
  bool is_of_numbers = false;  // its layout and its rows are found when it is written
  bool has_header = true;
  bool is_lines = false;       // JSON, one value per line
  std::string inside;          // JSON: the name of the arrays of the records; "": the text
  std::int64_t documents = 0;  // read so far

  // Those of --header-row, which the layout does not know.
  void add_lines_above() {
    if (table.header_row > 0) layout.lines_above += static_cast<std::size_t>(table.header_row) - 1;
  }

  void hold_json(bool lines, std::string array) {
    kind = Kind::json;
    is_lines = lines;
    inside = std::move(array);
  }
};

// One for each input, in their order.
using TableOrigins = std::vector<std::shared_ptr<TableOrigin>>;

}  // namespace cli
