// The graph options as a search request.
#pragma once

#include "graph/graph.hpp"
#include "options/choices.hpp"

namespace manifact {

inline SearchRequest search_request(const Options &options) {
  return {options.choice<SearchKind>(),
          options.real(Key::search_recall),
          static_cast<std::uint64_t>(options.integer(Key::seed)),
          0,
          options.integer(Key::memory_budget),
          options.uses(Key::metric) ? options.choice<Metric>() : Metric::cosine};
}

}  // namespace manifact
