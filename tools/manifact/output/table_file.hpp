// Tables in files that a library writes: spreadsheets and databases.
#pragma once

#include <string>

#include "output/table_text.hpp"

namespace cli {

// Where a table of a database goes.
struct DatabaseTable {
  std::string path, name;
  bool replaces = false;  // a table of that name
};

// A copy of the spreadsheet in a new file, with columns added to its sheet.
void write_spreadsheet(const TableRows &rows, const AddedNames &names, const std::string &target);

// In one transaction, a table with the columns of the query and those added, in the database that
// was read or in another one, which may be new.
void write_database(const TableRows &rows, const AddedNames &names, const DatabaseTable &to);

// Before long computations: a Failure if that is impossible, for example as the table exists.
void check_database(const TableOrigin &origin, const DatabaseTable &to);

// The functions "manifact_write_spreadsheet" of the module "manifact-spreadsheets" and
// "manifact_write_database" of "manifact-databases"; rows null: checks only.
using WriteSpreadsheet = void(const TableRows &, const AddedNames &, const std::string &);
using WriteDatabase = void(const TableOrigin &, const TableRows *, const AddedNames &,
                           const DatabaseTable &);

}  // namespace cli
