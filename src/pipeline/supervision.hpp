// What the caller knows about some documents, in a fit: the preset that it implies, the start, and
// the graph.
#pragma once

#include "pipeline/fit_state.hpp"
#include "pipeline/report.hpp"

namespace manifact {

// The options with the preset of a method that takes labels, if it is not set: preset=pairs without
// labels; preset=quality, if the method has it, with labels of sparse data and no start from the
// caller.
Options for_constraints(const Matrix &X, const Method &method, const Options &asked,
                        const FitInputs &given);

// A start that spreads labels over the graph needs labels. Without them preset=quality becomes
// preset=pairs; with preset=none the start is random.
Options for_few_labels(const Options &asked, const Constraints *constraints, bool given_start,
                       Report &report);

// Sets the constraints of the fit and adjusts the graph to them.
template <class T>
void take_constraints(FitState<T> &state, const Options &options, const FitInputs &given,
                      Report &report, ExecutionContext &run);

}  // namespace manifact
