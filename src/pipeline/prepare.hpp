// The first half of a fit: from a matrix to weighted documents, their graph, and what is decided
// before the solver starts.
#pragma once

#include "methods/method.hpp"
#include "pipeline/fit_inputs.hpp"
#include "pipeline/report.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Everything that is known of one fit before the solver starts.
template <class T>
struct FitState {
  explicit FitState(const Method &of) noexcept : method(&of) {}

  Problem<T> problem(const Options &options, ExecutionContext &run) const {
    return {X.view(),
            graph,
            training.weights.unit_rows(),
            k,
            options,
            run,
            &canonical_order,
            feature_graph,
            constraints,
            neighborhood,
            adjusted.dense_affinity.get(),
            factors,
            &neighbors,
            &first_duplicate,
            training.weights.exponent,
            zeros_are_points};
  }

  const Method *method;
  const Matrix *given = nullptr;  // the data
  Csr<T> X;
  bool zeros_are_points = false, signed_kernel = false;
  Index k = 0;
  Graph own_graph;
  const Graph *graph = nullptr;         // what the objective takes
  const Graph *neighborhood = nullptr;  // before constraints adjusted it
  AdjustedGraph adjusted;
  const Graph *feature_graph = nullptr;  // the caller's own
  PropagationFactors *factors = nullptr;
  Constraints closed;  // the transitive closure, where it was asked for
  const Constraints *constraints = nullptr;
  TrainingData training;
  Neighbors neighbors;
  // By document: the first one equal to it, where equal documents are one in the graph; else empty.
  Array<std::int32_t> first_duplicate;
  Array<std::int32_t> canonical_order;  // of the documents, by content, for random draws
  Array<std::int32_t> first;            // labels to start from, of preset=quality
};

// Weighted rows and the number of clusters. Returns the options that go on.
template <class T>
Options prepare_data(FitState<T> &state, const Matrix &X, Index n_clusters, const Options &asked,
                     const FitInputs &given, Report &report, ExecutionContext &run);

// The graph, where the method or its start needs one, and with preset=quality the choice of the
// pipeline. Returns the options in force.
template <class T>
Options prepare_graph(FitState<T> &state, const Options &options, const FitInputs &given,
                      Report &report, ExecutionContext &run);

}  // namespace manifact
