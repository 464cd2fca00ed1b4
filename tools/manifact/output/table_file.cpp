#include "output/table_file.hpp"

#include "readers/module.hpp"

namespace cli {

void write_spreadsheet(const TableRows &rows, const AddedNames &names, const std::string &target) {
  of_module<WriteSpreadsheet>("manifact-spreadsheets", "manifact_write_spreadsheet",
                              rows.origin.name + " cannot be written")(rows, names, target);
}

Content columns_with_more(const TableRows &rows, const AddedNames &names) {
  return [rows, names](int fd) {
    return of_module<WriteColumns>("manifact-columns", "manifact_write_columns",
                                   rows.origin.name + " cannot be written")(rows, names, fd);
  };
}

std::vector<std::string> names_of_columns(const TableOrigin &origin) {
  std::vector<std::string> names;
  of_module<NamesOfColumns>("manifact-columns", "manifact_names_of_columns",
                            origin.name + " cannot be read")(origin, names);
  return names;
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
