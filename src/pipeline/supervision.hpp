// What the caller knows about some documents, in the graph of a fit.
#pragma once

#include "pipeline/fit_state.hpp"
#include "pipeline/report.hpp"

namespace manifact {

// Sets the constraints of the fit and adjusts the graph to them.
template <class T>
void take_constraints(FitState<T> &state, const Options &options, const FitInputs &inputs,
                      Report &report, ExecutionContext &run);

}  // namespace manifact
