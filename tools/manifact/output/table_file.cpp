#include "output/table_file.hpp"

#include "readers/module.hpp"

namespace cli {

void write_spreadsheet(const TableRows &rows, const AddedNames &names, const std::string &target) {
  of_module<WriteSpreadsheet>("manifact-spreadsheets", "manifact_write_spreadsheet",
                              rows.origin.name + " cannot be written")(rows, names, target);
}

void write_database(const TableRows &rows, const AddedNames &names, const DatabaseTable &to) {
  of_module<WriteDatabase>("manifact-databases", "manifact_write_database",
                           to.path + " cannot be written")(rows.origin, &rows, names, to);
}

void check_database(const TableOrigin &origin, const DatabaseTable &to) {
  of_module<WriteDatabase>("manifact-databases", "manifact_write_database",
                           to.path + " cannot be written")(origin, nullptr, {}, to);
}

}  // namespace cli
