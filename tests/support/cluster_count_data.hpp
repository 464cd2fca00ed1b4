// Graphs with planted numbers of clusters, and what is suggested of them.
#pragma once

#include "graph/components.hpp"
#include "linalg/sparse/matrix.hpp"
#include "pipeline/cluster_count.hpp"
#include "support/numbers.hpp"

namespace manifact {

// `groups` of `each` vertices, close inside and loosely tied to each other.
inline Graph planted(std::int64_t groups, std::int64_t each, Host &host) {
  Rng rng(5);
  Plain S(groups * each, groups * each);
  for (std::int64_t i = 0; i < S.rows; ++i)
    for (std::int64_t j = 0; j < i; ++j) {
      const bool together = i / each == j / each;
      if (rng.uniform() < (together ? 0.3 : 0.01)) S(i, j) = S(j, i) = 0.5 + rng.uniform();
    }
  Graph graph = graph_of(S, host.memory);
  measure(graph, host.run);
  return graph;
}

// Rows that are all different and never looked at: the graph is given.
inline std::unique_ptr<Matrix> any_documents(std::int64_t n, Host &host) {
  Plain X(n, n);
  for (std::int64_t i = 0; i < n; ++i) X(i, i) = X(i, (i + 1) % n) = 1;
  return matrix_from_parts(csr<double>(X, host.memory));
}

inline Suggestion suggested(const Graph &graph, std::int64_t from, std::int64_t to, Host &host,
                            std::vector<std::pair<const char *, std::string>> settings = {}) {
  FitInputs given;
  given.graph = &graph;
  settings.emplace_back("weighting", "none");
  return suggest_k(*any_documents(graph.S.rows, host), from, to, options_of("ncut", settings),
                   given, host.run);
}

}  // namespace manifact
