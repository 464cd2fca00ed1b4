// Columns of a table of edges, by the names that programs give them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cli {

struct EdgeColumns {
  std::size_t from, to;
  std::optional<std::size_t> weight, type;
  // The ends have names of edges rather than of intervals or cells, and no column another name
  // than tables of edges have.
  bool is_clear = false;
};

// Nothing if there are no columns of two ends.
std::optional<EdgeColumns> edge_columns(const std::vector<std::string> &names);

}  // namespace cli
