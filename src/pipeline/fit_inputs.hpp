// The inputs of a fit other than the data and the options.
#pragma once

#include <memory>
#include <string>

#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"
#include "supervision/constraints.hpp"
#include "supervision/propagation.hpp"
#include "text/dense_features.hpp"
#include "text/feature_weights.hpp"

namespace manifact {

// The graph of the last fit, reused by the next fit on the same data.
struct GraphCache {
  const Matrix *X = nullptr;  // the data it belongs to; the owner of the cache keeps it alive
  std::string settings;       // the options that determine it
  Graph graph;
  PropagationFactors factors;
  std::shared_ptr<const Matrix> vectors = {};  // likewise
  std::shared_ptr<const DocumentFrequencies> background = {};
  Findings of_vectors = {};  // when the graph was joined with that of the vectors
};

// The caller's inputs other than the data; null if not given.
struct FitInputs {
  const Graph *graph = nullptr;
  const double *W = nullptr, *V = nullptr;  // n x k
  const std::int32_t *labels = nullptr;     // n
  const std::int32_t *first = nullptr;      // n: of the start, which is not the caller's
  Index n = 0, k = 0;                       // dimensions of the given start (k 0 for labels)
  const Graph *feature_graph = nullptr;
  const double *G = nullptr;  // m x l
  Index m = 0, l = 0;
  const Constraints *constraints = nullptr;
  GraphCache *graph_cache = nullptr;           // read and written
  std::shared_ptr<const Matrix> vectors = {};  // dense, n rows (pipeline/vectors.hpp)
  std::shared_ptr<const DocumentFrequencies> background = {};  // of the features; null: their own
  const DocumentFrequencies *texts_background = nullptr;       // of the terms of the texts
  const Matrix *texts = nullptr;  // counts of terms in the documents; describe the clusters
  // Learned by an earlier fit: sparse data are weighted by them already, dense data are not.
  const FeatureWeights *weights = nullptr;
  // Of the documents, and of the rows of the graph, among those of the caller; null: in this order.
  const Index *places = nullptr, *graph_places = nullptr;
  // Of the caller's dense data; likely counts are given to the fit as a sparse matrix.
  DenseCounts dense_counts = DenseCounts::none;
  bool of_kernel = false;  // the data are a kernel, from which the graph is; they have no features
  Index most_neighbors = 0;      // that are derived for few terms; 0: the number of the rule
  double *separation = nullptr;  // receives that of the clusters, see separation_of() in fit.cpp

  bool has_start() const noexcept { return V != nullptr || labels != nullptr; }
};

}  // namespace manifact
