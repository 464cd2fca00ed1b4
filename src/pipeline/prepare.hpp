// The first half of a fit: from a matrix to weighted documents, their graph, and the settings that
// are fixed before the solver starts.
#pragma once

#include "methods/method.hpp"
#include "pipeline/fit_inputs.hpp"
#include "pipeline/report.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The state of a fit before the solver starts.
template <class T>
struct FitState {
  explicit FitState(const Method &of) noexcept : method(&of) {}

  Problem<T> problem(const Options &options, ExecutionContext &run) const {
    return {X,
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
  const Index *places = nullptr;  // of its documents among those of all ranks, if divided
  WeightedData<T> data;           // of `given`
  DataView<T> X;                  // of `data`
  bool zeros_are_points = false, signed_kernel = false;
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

// The options with the preset of a method that takes labels, if it is not set: pairs without
// labels; quality, if the method has it, with labels of sparse data, no pairs (which it ignores)
// and no start from the caller.
Options for_constraints(const Matrix &X, const Method &method, const Options &asked,
                        const FitInputs &given);

// The weighting of texts attached to the documents: that of sparse counts by default.
WeightingRequest text_weighting(const Method &method, const Options &options);

// Weights the rows and sets the number of clusters. Returns the options in force.
template <class T>
Options prepare_data(FitState<T> &state, const Matrix &X, Index n_clusters, const Options &asked,
                     const FitInputs &given, Report &report, ExecutionContext &run);

// Builds the graph if the method needs one. Returns the options in force.
template <class T>
Options build_graph(FitState<T> &state, const Options &options, const FitInputs &given,
                    Report &report, ExecutionContext &run);

// The same, with the graph of a start that needs one; also chooses the pipeline of preset=quality.
template <class T>
Options prepare_graph(FitState<T> &state, const Options &options, const FitInputs &given,
                      Report &report, ExecutionContext &run);

}  // namespace manifact
