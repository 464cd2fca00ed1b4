// Matrix Market with the entries in the order of the rows to a file of counts, part by part, so
// that the matrix may be larger than memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "terminal/session.hpp"

namespace cli {

struct StreamedCounts {
  std::int64_t rows = 0, columns = 0, entries = 0;
};

// Nothing, and no file, if the input is another one or has anything unusual: a symmetric or dense
// matrix, rows that do not ascend, equal places, mistakes. Then the matrix is read as a whole,
// which is also what finds the words for a mistake.
std::optional<StreamedCounts> streamed_counts(Session &session, const std::string &input,
                                              const std::string &output);

}  // namespace cli
