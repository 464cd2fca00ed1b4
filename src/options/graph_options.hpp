// The graph options as a search request.
#pragma once

#include "graph/graph.hpp"
#include "options/choices.hpp"

namespace manifact {

inline SearchRequest search_request(const Options &options) {
  return {.kind = options.choice<SearchKind>(),
          .recall = options.real(Key::search_recall),
          .seed = static_cast<std::uint64_t>(options.integer(Key::seed)),
          .block = 0,
          .budget = options.integer(Key::memory_budget),
          .metric = options.uses(Key::metric) ? options.choice<Metric>() : Metric::cosine};
}

}  // namespace manifact
