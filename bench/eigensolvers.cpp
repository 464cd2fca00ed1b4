// All eigenvectors of the dense matrix beside the block iteration for some of them, on graphs of neighbours of random points: which is taken up to which
// size (methods/spectral/embedding.hpp). Prints milliseconds, the median of five.
//
//   bench-eigensolvers
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <vector>

#include "graph/components.hpp"
#include "methods/spectral/embedding.hpp"
#include "timing.hpp"

using namespace manifact;

namespace {

struct Host {
  std::shared_ptr<Memory> memory = std::make_shared<Memory>();
  Team team{1};
  Monitor monitor;
  Run run{memory, team, monitor};
};

// `groups` groups of vertices, each vertex joined to ten others at random, nine of them of its group.
Graph grouped(std::int64_t n, std::int64_t groups, Host &host) {
  Rng rng(1);
  std::vector<double> S(static_cast<std::size_t>(n * n));
  const auto join = [&](std::int64_t i, std::int64_t j) {
    if (i != j) S[static_cast<std::size_t>(i * n + j)] = S[static_cast<std::size_t>(j * n + i)] = 0.5 + 0.5 * rng.uniform();
  };
  for (std::int64_t i = 0; i < n; ++i) {
    for (int e = 0; e < 9; ++e) join(i, rng.below((n - 1 - i % groups) / groups + 1) * groups + i % groups);
    join(i, rng.below(n));
  }
  Graph graph;
  graph.S = Csr<double>(host.memory, n, n, static_cast<std::int64_t>(S.size()) - std::count(S.begin(), S.end(), 0.0));
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j)
      if (const double s = S[static_cast<std::size_t>(i * n + j)]; s != 0) graph.S.indices[to] = static_cast<std::int32_t>(j), graph.S.values[to++] = s;
    graph.S.indptr[i + 1] = to;
  }
  measure(graph, host.run);
  return graph;
}

// Of this process: others may be at work.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double milliseconds(const SpectralProblem &problem, std::int64_t k, std::int64_t dense_at_once, const char *solver, Host &host) {
  std::vector<double> times;
  for (int round = 0; round < 5; ++round) {
    EmbeddingRequest request{k};
    request.dense_at_once = dense_at_once;
    const double begin = seconds();
    const Embedding found = embed(problem, request, Rng(3), host.run);
    times.push_back(1000 * (seconds() - begin));
    if (std::string_view(found.solver) != solver) std::printf("(%s) ", found.solver);
  }
  return median(times);
}

}  // namespace

int main() {
  Host host;
  std::printf("| n | k | dense, ms | block, ms | ratio |\n|---|---|---|---|---|\n");
  for (const std::int64_t n : {200, 300, 400, 700, 1000})
    for (const std::int64_t k : {5, 20}) {
      const Graph graph = grouped(n, 3, host);  // beyond three eigenvalues lie close
      const SpectralProblem problem = normalised_cut_of(graph, host.run);
      const double dense = milliseconds(problem, k, n, "dense", host), block = milliseconds(problem, k, 0, "block", host);
      std::printf("| %lld | %lld | %.1f | %.1f | %.1f |\n", static_cast<long long>(n), static_cast<long long>(k), dense, block, dense / block);
    }
}
