#include "readers/edge_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "terminal/utf8.hpp"

namespace cli {
namespace {

// Of Gephi, networkx and Cytoscape; of igraph; of others. The last ones may be those of intervals
// or cells.
constexpr std::array<std::array<std::string_view, 2>, 9> edge_ends = {{{"source", "target"},
                                                                       {"from", "to"},
                                                                       {"src", "dst"},
                                                                       {"node1", "node2"},
                                                                       {"source_id", "target_id"},
                                                                       {"from_id", "to_id"},
                                                                       {"vertex1", "vertex2"},
                                                                       {"start", "end"},
                                                                       {"i", "j"}}};
constexpr std::array<std::string_view, 5> edge_weights = {"weight", "weights", "w", "value",
                                                          "similarity"};
constexpr std::array<std::string_view, 15> other_edge_names = {
    "",    "type", "id",       "label",       "kind",        "interval",         "timeset",
    "key", "name", "directed", "interaction", "shared name", "edge betweenness", "count",
    "x"};

}  // namespace

std::optional<EdgeColumns> edge_columns(const std::vector<std::string> &names) {
  std::vector<std::string> lower;
  for (const std::string &name : names) lower.push_back(lower_case(name));
  const auto place = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::find(lower.begin(), lower.end(), name);
    if (found == lower.end()) return std::nullopt;
    return static_cast<std::size_t>(found - lower.begin());
  };
  for (const auto &[first, second] : edge_ends) {
    const auto from = place(first), to = place(second);
    if (!from || !to) continue;
    const bool is_last = first == "start" || first == "i";
    EdgeColumns columns{*from, *to, std::nullopt, place("type"), !is_last};
    for (const std::string_view name : edge_weights)
      if (!columns.weight) columns.weight = place(name);
    for (std::size_t i = 0; i < lower.size(); ++i)
      columns.is_clear = columns.is_clear &&
                         (i == *from || i == *to || i == columns.weight ||
                          std::find(other_edge_names.begin(), other_edge_names.end(), lower[i]) !=
                              other_edge_names.end());
    return columns;
  }
  return std::nullopt;
}

}  // namespace cli
