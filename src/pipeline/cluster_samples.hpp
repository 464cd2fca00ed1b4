// Cuts of a graph and of samples of its documents. The agreement between the clusterings of the
// samples measures how reliable a number of clusters is.
#pragma once

#include <vector>

#include "embedding/embedding.hpp"
#include "graph/components.hpp"
#include "options/options.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The core of a graph and its eigenvectors.
struct Cut {
  Core core;
  // For k, or for fewer if the core has fewer vertices; empty if it has fewer than 3.
  Embedding embedding;
};

// The core is always that of a cut into 40 clusters, so that the result for one k does not depend
// on the range. `request`: k, tolerance and other values that differ from the defaults.
Cut cut_of(const Graph &graph, EmbeddingRequest request, const Array<std::int32_t> &order, Rng rng,
           ExecutionContext &run);

// Labels of all documents from the first k eigenvectors; -1 outside the core. `documents`: their
// number.
std::vector<Index> labels_of_cut(const Cut &cut, Index k, Index documents, const Options &options,
                                 const Array<std::int32_t> &order, ExecutionContext &run);

class Samples {
 public:
  static constexpr Index count = 5;

  // Draws the samples along `order` and computes the first k eigenvectors of each.
  Samples(const Graph &graph, Index k, const Options &options, const Array<std::int32_t> &order,
          ExecutionContext &run);

  // The mean adjusted Rand index of two samples, each cut into k clusters, over documents with a
  // label in both. Throws Error(empty) if a sample is too small.
  double stability(Index k, ExecutionContext &run) const;

  // The number of samples whose eigenvectors are not converged for k clusters, and the largest of
  // their residuals.
  struct Rough {
    Index samples = 0;
    double residual = 0;
  };
  Rough rough(Index k) const;

 private:
  Index documents_;
  const Options &options_;
  const Array<std::int32_t> &order_;
  std::vector<Cut> cuts_;
};

// Upper bound, in bytes, of the memory for the search for k eigenvectors of a graph of n documents
// and of its samples.
double bytes_of_samples(Index n, Index k) noexcept;

}  // namespace manifact
