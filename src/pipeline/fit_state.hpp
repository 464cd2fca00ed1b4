// What the first half of a fit prepares from its inputs.
#pragma once

#include "methods/method.hpp"
#include "model/model.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/index.hpp"
#include "text/weighted_data.hpp"

namespace manifact {

// The state of a fit before the solver starts.
template <class T>
struct FitState {
  explicit FitState(const Method &of) noexcept : method(&of) {}

  Problem<T> problem(const Options &options, ExecutionContext &run) const {
    return {.X = X,
            .graph = graph,
            .unit_rows = training.weights.unit_rows(),
            .k = k,
            .options = options,
            .run = run,
            .canonical_order = &canonical_order,
            .feature_graph = feature_graph,
            .constraints = constraints,
            .neighborhood = neighborhood,
            .dense_affinity = adjusted.dense_affinity.get(),
            .factors = factors,
            .neighbors = &neighbors,
            .first_duplicate = &first_duplicate,
            .exponent = training.weights.exponent,
            .zeros_are_points = zeros_are_points};
  }

  // What nothing reads any more.
  void release_data() {
    X = DataView<T>();
    data = WeightedData<T>();
  }

  const Method *method;
  const Matrix *input = nullptr;  // the data
  const Index *places = nullptr;  // of its documents among those of the caller
  WeightedData<T> data;           // of `input`
  DataView<T> X;                  // of `data`
  WeightedData<T> vectors;        // of unit length; empty: there are none
  bool zeros_are_points = false;
  Index k = 0;
  Graph own_graph;
  const Graph *graph = nullptr;         // the graph in the objective
  const Graph *neighborhood = nullptr;  // the graph before adjustment to the constraints
  AdjustedGraph adjusted;
  const Graph *feature_graph = nullptr;  // from the caller
  PropagationFactors *factors = nullptr;
  Constraints closed;  // with the transitive closure, if requested
  const Constraints *constraints = nullptr;
  TrainingData training;
  Neighbors neighbors;
  // For each document, the first one equal to it, if equal documents are collapsed; otherwise
  // empty.
  Array<std::int32_t> first_duplicate;
  Array<std::int32_t> canonical_order;  // of the documents, by content; used for random draws
  Array<std::int32_t> first;            // start labels of preset=quality
};

}  // namespace manifact
