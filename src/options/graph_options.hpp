// The options of graphs, in the words of the room graph.
#pragma once

#include <string_view>

#include "graph/graph.hpp"
#include "options/options.hpp"

namespace manifact {

inline GraphWeight graph_weight_named(std::string_view word) noexcept {
  if (word == "binary") return GraphWeight::binary;
  if (word == "heat") return GraphWeight::heat;
  if (word == "local-scaling") return GraphWeight::local_scaling;
  return GraphWeight::cosine;
}

inline GraphRule graph_rule(const Options &options) {
  return options.is(Key::graph_rule, "mutual") ? GraphRule::mutual : GraphRule::either;
}

inline SearchRequest search_request(const Options &options) {
  const bool exact = options.is(Key::graph_search, "exact"),
             approximate = options.is(Key::graph_search, "approximate");
  return {exact         ? SearchKind::exact
          : approximate ? SearchKind::approximate
                        : SearchKind::automatic,
          options.real(Key::search_recall), static_cast<std::uint64_t>(options.integer(Key::seed))};
}

}  // namespace manifact
