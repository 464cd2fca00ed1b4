// The first half of a fit: from a matrix to weighted documents, their graph, and the settings that
// are fixed before the solver starts.
#pragma once

#include "pipeline/fit_state.hpp"
#include "pipeline/report.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The weighting of texts attached to the documents: that of sparse counts by default.
WeightingRequest text_weighting(const Method &method, const Options &options);

// Weights the rows and sets the number of clusters. Returns the effective options.
template <class T>
Options prepare_data(FitState<T> &state, const Matrix &X, Index n_clusters,
                     const Options &requested, const FitInputs &inputs, Report &report,
                     ExecutionContext &run);

// Builds the graph if the method needs one. Returns the effective options.
template <class T>
Options build_graph(FitState<T> &state, const Options &options, const FitInputs &inputs,
                    Report &report, ExecutionContext &run);

// The same, with the graph of a start that needs one; also chooses the pipeline of preset=quality.
template <class T>
Options prepare_graph(FitState<T> &state, const Options &options, const FitInputs &inputs,
                      Report &report, ExecutionContext &run);

}  // namespace manifact
