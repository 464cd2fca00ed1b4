// The way from a matrix to a model, the same for every method: weighting -> graph -> start, fit ->
// read-out -> model.
#pragma once

#include <memory>
#include <string>

#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "options/options.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"
#include "supervision/propagation.hpp"

namespace manifact {

struct Method;

// The graph of the last fit, for the next one on the same data: whoever adds constraints and fits
// again need not wait for it.
struct GraphCache {
  const Matrix *X = nullptr;  // the data it is of; kept alive by whoever remembers
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

// `options` are of the method.
std::unique_ptr<Model> fit(const Matrix &X, Index n_clusters, const Method &method,
                           const Options &options, const FitInputs &given, ExecutionContext &run);

}  // namespace manifact
