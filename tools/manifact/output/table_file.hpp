// Tables in files that modules write: spreadsheets, databases, Parquet and Arrow.
#pragma once

#include <string>
#include <vector>

#include "output/table_text.hpp"

namespace cli {

// Where a table of a database goes.
struct DatabaseTable {
  std::string path, name;
  bool replaces = false;  // a table of that name
};

// A copy of the spreadsheet in a new file, with columns added to its sheet.
void write_spreadsheet(const TableRows &rows, const AddedNames &names, const std::string &target);

// The file of columns again, Parquet or Arrow, with columns added to it.
Content columns_with_more(const TableRows &rows, const AddedNames &names);
// Those that it has.
std::vector<std::string> names_of_columns(const TableOrigin &origin);

// In one transaction, a table with the columns of the query and those added, in the database that
// was read or in another one, which may be new.
void write_database(const TableRows &rows, const AddedNames &names, const DatabaseTable &to);

// Before long computations: a Failure if that is impossible, for example as the table exists.
void check_database(const TableOrigin &origin, const DatabaseTable &to);

// The functions "manifact_write_spreadsheet" of the module "manifact-spreadsheets",
// "manifact_write_columns" (the error number of a write) and "manifact_names_of_columns" of
// "manifact-columns", and "manifact_write_database" of "manifact-databases", which only checks if
// the rows are null.
using WriteSpreadsheet = void(const TableRows &, const AddedNames &, const std::string &);
using WriteColumns = int(const TableRows &, const AddedNames &, int fd);
using NamesOfColumns = void(const TableOrigin &, std::vector<std::string> &);
using WriteDatabase = void(const TableOrigin &, const TableRows *, const AddedNames &,
                           const DatabaseTable &);

}  // namespace cli
