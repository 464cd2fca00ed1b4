// Files beside a matrix that say what its rows are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

// Why the rows of a Matrix Market file seem to be features and its columns documents; "" if nothing
// says so. `head` is its beginning, `path` "" if it is not a file.
std::string turned_matrix(const std::string &path, std::string_view head, std::int64_t rows,
                          std::int64_t columns);

}  // namespace cli
