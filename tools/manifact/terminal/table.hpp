// Aligned tables for the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cli {

struct Column {
  const char *title;
  bool is_number = false;  // aligned to the right
};

// The last column is wrapped at word ends to keep lines within `width`; 0 never wraps.
std::string table(const std::vector<Column> &columns,
                  const std::vector<std::vector<std::string>> &rows, std::size_t width);

// The width of the terminal on standard output; 0 if it is not a terminal, so that lines are not
// wrapped for other programs.
std::size_t output_width();

}  // namespace cli
