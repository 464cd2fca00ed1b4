// Lines above the header of a table: a title, the time of an export, notes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

// How many lines stand above a header that has names of known fields, or numbers below it; 0 if the
// first line could be the header itself.
std::size_t lines_above_header(std::string_view text, bool is_all);

// Refuses a table with such lines, with the command that removes them.
void refuse_lines_above(const std::string &name, std::string_view text, bool is_all);

}  // namespace cli
