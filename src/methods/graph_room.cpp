#include "methods/graph_room.hpp"

#include <algorithm>

#include "linalg/eigenpairs.hpp"
#include "methods/spectral/embedding.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

long long number(std::int64_t x) { return x; }

}  // namespace

// Both ends of the edges, and one system of a local prediction.
void check_graph_room(std::int64_t n, std::int64_t p, const Options &options) {
  constexpr double bytes_of_edge = 16;
  const double of_edges = 2 * bytes_of_edge * static_cast<double>(n) * static_cast<double>(p);
  const double of_system = options.method().local ? sizeof(double) * static_cast<double>(p) * static_cast<double>(p) : 0;
  const std::int64_t budget = options.integer(Key::memory_budget);
  if (const double bytes = std::max(of_edges, of_system); bytes > static_cast<double>(budget))
    fail(Status::budget, "a graph of %lld neighbours of each of %lld documents needs %.0f bytes, more than the memory-budget of %lld", number(p),
         number(n), bytes, number(budget));
}

void check_edges_room(std::int64_t edges, const Options &options) {
  const std::int64_t budget = options.integer(Key::memory_budget);
  if (const double bytes = 2 * static_cast<double>(edges) * sizeof(double);
      bytes > static_cast<double>(budget))
    fail(Status::budget,
         "a graph of %lld edges needs up to %.0f bytes, more than the memory-budget of %lld",
         number(edges), bytes, number(budget));
}

void check_vectors_room(std::int64_t length, std::int64_t k, const Options &options) {
  constexpr std::int64_t pad = Dense<double>::pad;
  const std::int64_t budget = options.integer(Key::memory_budget);
  const std::int64_t width =
      (block_width(length, k + EmbeddingRequest::guards) + pad - 1) / pad * pad;
  if (const double bytes =
          static_cast<double>(length) * static_cast<double>(width) * sizeof(double);
      bytes > static_cast<double>(budget))
    fail(Status::budget,
         "%lld vectors of length %lld for the eigenvectors of %lld clusters need %.0f bytes, more "
         "than the memory-budget of %lld: raise memory-budget",
         number(width), number(length), number(k), bytes, number(budget));
}

std::int64_t longest_list(const Graph &graph, const Options &options, Report &report) {
  constexpr std::int64_t predictable = 512;
  const std::int64_t n = graph.S.rows, budget = options.integer(Key::memory_budget);
  const std::int64_t most = std::min(predictable, budget / static_cast<std::int64_t>(sizeof(double)) / n);
  if (most < 1)
    fail(Status::budget, "the neighbours of %lld documents need %.0f bytes, more than the memory-budget of %lld", number(n),
         static_cast<double>(n) * sizeof(double), number(budget));
  std::int64_t longest = 0, cut = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t degree = graph.S.indptr[i + 1] - graph.S.indptr[i];
    longest = std::max(longest, degree);
    cut += degree > most ? 1 : 0;
  }
  if (cut > 0)
    report.warn("%lld documents have more than %lld neighbours in the graph (up to %lld): each is predicted from the %lld nearest of them", number(cut),
                number(most), number(longest), number(most));
  return most;
}

std::string reduced(const char *option, std::int64_t asked, std::int64_t to, std::int64_t there, const char *what) {
  return std::string(option) + " reduced from " + std::to_string(asked) + " to " + std::to_string(to) + ": there are only " + std::to_string(there) + " " + what;
}

}  // namespace manifact
