#include "readers/edge_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "readers/foreign.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// Of Gephi, networkx and Cytoscape; of igraph; of SNAP; of others. The last ones may be those of
// intervals or cells.
constexpr std::array<std::array<std::string_view, 2>, 10> edge_ends = {{{"source", "target"},
                                                                        {"from", "to"},
                                                                        {"fromnodeid", "tonodeid"},
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

// Lines of two whole numbers that are not negative, and perhaps another number.
struct Pairs {
  std::map<std::int64_t, std::int64_t> first, second;  // values, with their counts
  std::set<std::pair<std::int64_t, std::int64_t>> all;
  std::int64_t count = 0, ascending = 0, equal = 0;
  bool has_repeats = false;

  void add(std::int64_t from, std::int64_t to) {
    ++count;
    ++first[from];
    ++second[to];
    ascending += from < to ? 1 : 0;
    equal += from == to ? 1 : 0;
    has_repeats = !all.emplace(from, to).second || has_repeats;
  }

  bool are_mutual() const {
    return std::all_of(all.begin(), all.end(), [&](const auto &pair) {
      return all.contains({pair.second, pair.first});
    });
  }
};

// Whether a line has them, with the same separators everywhere. Blanks may be several.
bool add_pair(std::string_view line, Pairs &pairs) {
  std::int64_t ends[2] = {};
  const char *at = line.data(), *const end = at + line.size();
  for (std::int64_t &number : ends) {
    while (at != end && *at == ' ') ++at;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < 0 || (after - at > 1 && *at == '0')) return false;
    at = after;
    if (at != end && std::string_view(" \t,;").find(*at) == std::string_view::npos) return false;
    at = std::find_if(at, end, [](char c) { return c != ' ' && c != '\t'; });
    if (at != end && (*at == ',' || *at == ';')) ++at;
  }
  double weight = 0;
  if (at != end && std::from_chars(at, end, weight).ptr != end) return false;
  pairs.add(ends[0], ends[1]);
  return true;
}

// Nothing if a line below the first ones is another.
std::optional<Pairs> pairs_in(std::string_view text, bool is_all) {
  Pairs pairs;
  bool has_header = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && !is_all) break;  // the line may go on
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#' || line.front() == '%') continue;
    if (add_pair(line, pairs)) continue;
    if (has_header || pairs.count > 0) return std::nullopt;
    has_header = true;
  }
  return pairs;
}

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

bool could_be_edges(std::string_view text, bool is_all) {
  constexpr std::int64_t fewest = 20;
  const std::optional<Pairs> pairs = pairs_in(text, is_all);
  if (!pairs || pairs->count < fewest || pairs->has_repeats) return false;
  std::int64_t both = 0;
  double expected = 0;  // rows with the same number twice, if the columns were independent
  for (const auto &[end, count] : pairs->first) {
    const auto other = pairs->second.find(end);
    if (other == pairs->second.end()) continue;
    ++both;
    expected += static_cast<double>(count) * static_cast<double>(other->second) /
                static_cast<double>(pairs->count);
  }
  const auto firsts = std::ssize(pairs->first), seconds = std::ssize(pairs->second);
  // A full grid has all pairs; the ends of edges are nodes of one set, each of several edges.
  if (2 * pairs->count > firsts * seconds || 2 * both < std::min(firsts, seconds) ||
      pairs->count < firsts + seconds - both)
    return false;
  const bool is_one_way = pairs->ascending == pairs->count || pairs->ascending == 0;
  if (pairs->equal == 0 && (is_one_way || pairs->are_mutual())) return expected >= 1;
  return expected >= 5 && 5 * static_cast<double>(pairs->equal) <= expected;
}

std::string graph_remedy(const EdgeColumns &columns, std::size_t lines_above,
                         const std::string &path) {
  const auto cell = [](std::size_t column) { return '$' + std::to_string(column + 1); };
  const std::string from = cell(columns.from), to = cell(columns.to);
  const std::string weight =
      columns.weight ? '(' + cell(*columns.weight) + " == \"\"?1:" + cell(*columns.weight) + ')'
                     : "1";
  const std::string above = lines_above > 0 ? "NR <= " + std::to_string(lines_above) + " || " : "";
  const std::string command =
      "awk -F'[ \\t,;]+' '{sub(/\\r$/, \"\"); gsub(/\"/, \"\"); sub(/^ +/, \"\")} " + above +
      "/^[#%]/ || NF < 2 {next} {a = " + from + "; b = " + to +
      "; if (!(a in n)) {n[a] = ++k; "
      "print a > \"/dev/stderr\"} if (!(b in n)) {n[b] = ++k; print b > \"/dev/stderr\"} "
      "v[n[a] \" \" n[b]] = v[n[b] \" \" n[a]] = " +
      weight +
      "} END {for (p in v) e++; print \"%%MatrixMarket matrix coordinate real general\"; "
      "print k, k, e; for (p in v) print p, v[p]}' FILE > FILE.mtx 2> FILE.documents.txt && "
      "manifact cluster FILE.mtx --graph FILE.mtx -m ncut";
  return remedy_for({"", command.c_str()}, path);
}

}  // namespace cli
