// The user's own tables, written again with the columns of the topics, each in the format of its
// input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/added_columns.hpp"
#include "output/result_directory.hpp"
#include "output/table_file.hpp"
#include "output/table_text.hpp"
#include "readers/origin.hpp"

namespace cli {

class UserTable {
 public:
  // `tell` receives what was renamed or replaced.
  UserTable(std::shared_ptr<TableOrigins> origins, Tell tell)
      : origins_(std::move(origins)), tell_(std::move(tell)) {}

  AddedColumns columns;
  std::optional<std::string> into;  // --into: TABLE, or FILE:TABLE
  bool replaces = false;            // a table of that name
  // Of each document that was read, its place in `columns`, -1 if it has none; empty: the same.
  std::vector<std::int64_t> documents;

  // Writes a file for each input that is a table: table.csv, of several inputs table-1.csv ...
  // Returns their names.
  std::vector<std::string> write(ResultDirectory &results) const;

  // After the inputs are read, before long computations: a Failure if --into is impossible.
  void check_into() const;
  // Writes the table of a database that --into names; returns what was written, for people.
  std::string write_into() const;

  // Writes the table of the only input. A Failure if it is none.
  void write(const std::string &path) const;

 private:
  TableRows rows_of(std::size_t input) const;
  DatabaseTable place_into() const;

  std::shared_ptr<TableOrigins> origins_;
  Tell tell_;
};

// Whether a file of this name in a folder of results is such a table.
bool is_table_name(const std::string &name);

// All names that the tables of this many inputs may have.
std::vector<std::string> table_names(std::size_t inputs);

}  // namespace cli
