// The cells of a table of numbers, and the messages on those that cannot be features.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/table_columns.hpp"

namespace cli {

using Places = std::vector<std::size_t>;  // of columns

struct TableCells {
  std::string name;
  bool is_file = false;
  bool has_header = false, has_decimal_commas = false;
  char delimiter = ',';
  std::vector<std::string> names;  // of the columns; numbers from 1 without a header
  std::vector<TableColumn> columns;
  std::vector<std::int64_t> lines;  // of the rows
  std::string bytes;
  std::vector<std::size_t> ends;  // of the cells in bytes, row by row

  std::string_view cell(std::size_t row, std::size_t column) const;
  // Of a feature: nothing if the cell is not a number; 1 and 0 in columns of truth values.
  std::optional<double> value(std::size_t row, std::size_t column) const;
  std::string shown(std::size_t column) const;
  std::string word_for(std::size_t column) const;  // as an option names it in a shell
  // The command that removes a line, in parentheses, for a file of lines.
  std::string removal(std::int64_t line) const;
};

// A Failure for columns of words among the features.
void refuse_words(const TableCells &table, const Places &features, const char *header_remedy);

// A Failure for whole numbers of more digits than a double keeps, as strings of bits are.
void refuse_lost_digits(const TableCells &table, const Places &features);

// A Failure for a cell of a feature that is missing, infinite or not a number.
[[noreturn]] void refuse_cell(const TableCells &table, const Places &features, std::size_t row,
                              std::size_t column);

// Whether a value may be a feature.
bool is_usable(const std::optional<double> &value);

// The command that writes the other half of a square table, of which one half is 0 or empty, like
// distances that are given once; "" if the table is another.
std::string completion(const TableCells &table, const Places &features);

}  // namespace cli
