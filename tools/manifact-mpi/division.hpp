// Parts of one text file, of whole records, that ranks read independently.
#pragma once

#include <optional>

#include "readers/bytes.hpp"
#include "readers/formats.hpp"
#include "readers/input_options.hpp"

namespace cli {

// How a file is divided. Decided by one rank, for all.
struct Division {
  bool is_divided = false;  // false: the first rank reads the input
  bool is_table = false;    // a record may have several lines if it has quotes
  char delimiter = '\t';    // of a table
  std::int64_t size = 0;    // of the file
};

// A plain UTF-8 file of lines, or a table, is divided.
Division division_of(const InputOptions &options, Format format);

// Collective. The part of this rank; the parts follow each other in the order of the ranks.
Part own_part(const InputOptions &options, const Division &division, Progress &progress);

}  // namespace cli
