// The options of graphs, in the words of the room graph.
#pragma once

#include <string_view>

#include "graph/graph.hpp"
#include "methods/options.hpp"

namespace manifact {

inline GraphWeight graph_weight_named(std::string_view word) noexcept {
  if (word == "binary") return GraphWeight::binary;
  if (word == "heat") return GraphWeight::heat;
  if (word == "local-scaling") return GraphWeight::local_scaling;
  return GraphWeight::cosine;
}

inline GraphRule graph_rule(const Options &options) { return options.is(Key::graph_rule, "mutual") ? GraphRule::mutual : GraphRule::either; }

}  // namespace manifact
