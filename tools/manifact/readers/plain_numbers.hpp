// Numbers with signs that programs do not read: 5%, $5, 1,234.
#pragma once

#include <string>
#include <vector>

#include "readers/table_cells.hpp"

namespace cli {

// The command that makes plain numbers of the cells of these columns; "" if there is none, or if it
// is not clear what a comma means.
std::string plain_numbers_command(const TableCells &table, const Places &columns);

}  // namespace cli
