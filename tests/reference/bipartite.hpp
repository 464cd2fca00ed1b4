// Small problems for methods/bipartite, and slow, obvious formulas as a reference.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/numbers.hpp"

namespace manifact {

// A random graph in which vertices 2 and n-1 have no edge.
inline Plain weights_with_isolated_vertices(std::int64_t n, double share, std::uint64_t seed) {
  Plain S = random_weights(n, share, seed);
  for (std::int64_t i = 0; i < n; ++i)
    for (const std::int64_t alone : {std::int64_t{2}, n - 1}) S(i, alone) = S(alone, i) = 0;
  return S;
}

// A method on random data with random graphs, driven through its Algorithm.
template <class T>
struct Small {
  Small(const char *method, const std::vector<std::pair<const char *, std::string>> &settings,
        Plain data, std::int64_t k, std::int64_t l, std::int64_t threads = 1)
      : host(threads),
        options(options_of(method, settings)),
        X(csr<T>(data, host.memory)),
        graph(graph_of(weights_with_isolated_vertices(data.rows, 0.3, 5), host.memory)),
        feature_graph(graph_of(weights_with_isolated_vertices(data.columns, 0.3, 6), host.memory)),
        V(random_plain(data.rows, k, 7)),
        G(random_plain(data.columns, l, 8)),
        plain_X(std::move(data)) {
    algorithm = find_method(method)->make(Problem<T>{.X = X.view(),
                                                     .graph = &graph,
                                                     .unit_rows = false,
                                                     .k = k,
                                                     .options = options,
                                                     .run = host.run,
                                                     .canonical_order = nullptr,
                                                     .feature_graph = &feature_graph});
  }

  void start() {
    Start start{Rng(1)};
    start.V = V.values.data();
    start.G = G.values.data();
    start.l = G.columns;
    algorithm->start(start);
  }

  Host host;
  Options options;
  Csr<T> X;
  Graph graph, feature_graph;
  Plain V, G, plain_X;
  std::unique_ptr<Algorithm<T>> algorithm;
};

// Of the rows that are not zero.
inline double mean_square_length(const Plain &X) {
  double sum = 0, documents = 0;
  for (std::int64_t i = 0; i < X.rows; ++i) {
    double square = 0;
    for (std::int64_t j = 0; j < X.columns; ++j) square += X(i, j) * X(i, j);
    sum += square;
    documents += square > 0 ? 1 : 0;
  }
  return sum / documents;
}

// sum_c f_c'L f_c, over f_c'f_c with `relative`
inline double roughness(const Plain &F, const Graph &graph, bool relative,
                        const double *weights = nullptr) {
  const Plain S = plain(graph.S.view());
  double all = 0;
  for (std::int64_t c = 0; c < F.columns; ++c) {
    double value = 0, square = 0;
    for (std::int64_t i = 0; i < F.rows; ++i) {
      square += F(i, c) * F(i, c);
      for (std::int64_t j = 0; j < F.rows; ++j)
        value += S(i, j) * (F(i, c) - F(j, c)) * (F(i, c) - F(j, c)) / 2;
    }
    all += (weights != nullptr ? weights[c] : 1) * (relative ? value / square : value);
  }
  return all;
}

// |X - V B'|^2
inline double misfit(const Plain &X, const Plain &V, const Plain &B) {
  const Plain difference = X - V * transposed(B);
  return inner(difference, difference);
}

}  // namespace manifact
