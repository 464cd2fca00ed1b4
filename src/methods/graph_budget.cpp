#include "methods/graph_budget.hpp"

#include <algorithm>

#include "embedding/embedding.hpp"
#include "linalg/eigen/eigenpairs.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {

// Counts the edges from both ends, and one system of a local prediction.
void check_graph_budget(Index n, Index p, const Options &options, bool local_systems) {
  constexpr double bytes_of_edge = 16;
  const double of_edges = 2 * bytes_of_edge * static_cast<double>(n) * static_cast<double>(p);
  const double of_system =
      local_systems ? sizeof(double) * static_cast<double>(p) * static_cast<double>(p) : 0;
  check_budget(std::max(of_edges, of_system), options.integer(Key::memory_budget),
               "a graph of %lld neighbors of each of %lld documents needs", number(p), number(n));
}

void check_edges_budget(Index edges, const Options &options) {
  check_budget(2 * static_cast<double>(edges) * sizeof(double), options.integer(Key::memory_budget),
               "a graph of %lld edges needs up to", number(edges));
}

void check_vectors_budget(Index length, Index k, const Options &options) {
  constexpr Index pad = Dense<double>::pad;
  const Index width = (block_width(length, k + EmbeddingRequest::guards) + pad - 1) / pad * pad;
  check_budget(static_cast<double>(length) * static_cast<double>(width) * sizeof(double),
               options.integer(Key::memory_budget),
               "%lld vectors of length %lld for the eigenvectors of %lld clusters need",
               number(width), number(length), number(k));
}

std::string reduced(const char *option, Index requested, Index to, Index there, const char *what) {
  return std::string(option) + " reduced from " + std::to_string(requested) + " to " +
         std::to_string(to) + ": there are only " + std::to_string(there) + " " + what;
}

}  // namespace manifact
