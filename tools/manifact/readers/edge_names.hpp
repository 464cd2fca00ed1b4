// Tables of edges, by the names that programs give their columns, or by their numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

// Whether lines are two or three numbers of which the first two seem to be nodes of one graph: many
// occur in both columns, but not, or hardly ever, twice in a line, and no pair repeats.
bool could_be_edges(std::string_view text, bool is_all);

// The command that clusters the nodes of the edges below some lines; their names become the ids.
std::string graph_remedy(const EdgeColumns &columns, std::size_t lines_above,
                         const std::string &path);

}  // namespace cli
