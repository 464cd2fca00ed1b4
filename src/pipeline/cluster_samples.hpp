// Cuts of a graph and of samples of its documents: how alike the clusterings of the samples are
// says how much a number of clusters can be trusted.
#pragma once

#include <vector>

#include "embedding/embedding.hpp"
#include "graph/components.hpp"
#include "options/options.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A part of a graph that is cut, and its eigenvectors.
struct Cut {
  Core core;
  // Of k, or of fewer where the core has no more vertices; empty where it has fewer than 3.
  Embedding embedding;
};

// The core is that of a cut into 40 clusters whatever k is, so that what is said of one number does
// not depend on which others are asked about. `request`: k, tolerance and what else is not by
// default.
Cut cut_of(const Graph &graph, EmbeddingRequest request, const Array<std::int32_t> &order, Rng rng,
           ExecutionContext &run);

class Samples {
 public:
  static constexpr Index count = 5;

  // Draws the samples along `order` and finds the first k eigenvectors of each.
  Samples(const Graph &graph, Index k, const Options &options, const Array<std::int32_t> &order,
          ExecutionContext &run);

  // The mean adjusted Rand index of two of them, each cut into k clusters, where both have a label.
  // Throws Error(empty) where one is too small.
  double stability(Index k, ExecutionContext &run) const;

  // How many of them have eigenvectors that are too rough for k clusters, and the largest residual
  // of these.
  struct Rough {
    Index samples = 0;
    double residual = 0;
  };
  Rough rough(Index k) const;

 private:
  std::vector<Index> labels_of(const Cut &cut, Index k, ExecutionContext &run) const;

  Index documents_;
  const Options &options_;
  const Array<std::int32_t> &order_;
  std::vector<Cut> cuts_;
};

// What the search for k eigenvectors of a graph of n documents and of its samples holds at most, in
// bytes.
double bytes_of_samples(Index n, Index k) noexcept;

}  // namespace manifact
