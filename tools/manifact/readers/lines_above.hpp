// Lines above the header of a table: a title, the time of an export, notes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "readers/table_layout.hpp"

namespace cli {

// How many lines stand above a header that has names of known fields, or numbers below it; 0 if the
// first line could be the header itself.
std::size_t lines_above_header(std::string_view text, bool is_all);

// The bytes from a line on, counted from 1, and the byte order mark. A Failure if there are fewer.
// encoding: of --encoding.
std::unique_ptr<Bytes> below_lines(std::unique_ptr<Bytes> bytes, std::int64_t line,
                                   const std::string &encoding);

// Skips them, and tells it.
void skip_title(DelimitedRecords &records, const TableLayout &layout, const Reading &reading);

}  // namespace cli
