// What a fit takes besides the data and the options.
#pragma once

#include <string>

#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"
#include "supervision/propagation.hpp"

namespace manifact {

// The graph of the last fit, reused by the next fit on the same data.
struct GraphCache {
  const Matrix *X = nullptr;  // the data it belongs to; the owner of the cache keeps it alive
  std::string settings;       // that decided it
  Graph graph;
  PropagationFactors factors;
};

// What the caller gives besides the data; null where nothing.
struct FitInputs {
  const Graph *graph = nullptr;
  const double *W = nullptr, *V = nullptr;  // n x k
  const std::int32_t *labels = nullptr;     // n
  Index n = 0, k = 0;                       // of the start that is given (k 0 for labels)
  const Graph *feature_graph = nullptr;
  const double *G = nullptr;  // m x l
  Index m = 0, l = 0;
  const Constraints *constraints = nullptr;
  GraphCache *graph_cache = nullptr;  // read and written

  bool has_start() const noexcept { return V != nullptr || labels != nullptr; }
};

}  // namespace manifact
