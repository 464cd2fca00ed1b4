#include "methods/graph_budget.hpp"

#include <algorithm>

#include "embedding/embedding.hpp"
#include "linalg/eigen/eigenpairs.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Counts the edges from both ends, and one system of a local prediction.
void check_graph_budget(Index n, Index p, const Options &options, bool local_systems) {
  constexpr double bytes_of_edge = 16;
  const double of_edges = 2 * bytes_of_edge * static_cast<double>(n) * static_cast<double>(p);
  const double of_system =
      local_systems ? sizeof(double) * static_cast<double>(p) * static_cast<double>(p) : 0;
  const Index budget = options.integer(Key::memory_budget);
  if (const double bytes = std::max(of_edges, of_system); bytes > static_cast<double>(budget))
    fail(Status::budget,
         "a graph of %lld neighbors of each of %lld documents needs %.0f bytes, more than the "
         "memory-budget of %lld",
         number(p), number(n), bytes, number(budget));
}

void check_edges_budget(Index edges, const Options &options) {
  const Index budget = options.integer(Key::memory_budget);
  if (const double bytes = 2 * static_cast<double>(edges) * sizeof(double);
      bytes > static_cast<double>(budget))
    fail(Status::budget,
         "a graph of %lld edges needs up to %.0f bytes, more than the memory-budget of %lld",
         number(edges), bytes, number(budget));
}

void check_vectors_budget(Index length, Index k, const Options &options) {
  constexpr Index pad = Dense<double>::pad;
  const Index budget = options.integer(Key::memory_budget);
  const Index width = (block_width(length, k + EmbeddingRequest::guards) + pad - 1) / pad * pad;
  if (const double bytes =
          static_cast<double>(length) * static_cast<double>(width) * sizeof(double);
      bytes > static_cast<double>(budget))
    fail(Status::budget,
         "%lld vectors of length %lld for the eigenvectors of %lld clusters need %.0f bytes, more "
         "than the memory-budget of %lld: raise memory-budget",
         number(width), number(length), number(k), bytes, number(budget));
}

std::string reduced(const char *option, Index asked, Index to, Index there, const char *what) {
  return std::string(option) + " reduced from " + std::to_string(asked) + " to " +
         std::to_string(to) + ": there are only " + std::to_string(there) + " " + what;
}

}  // namespace manifact
