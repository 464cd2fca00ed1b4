// The memberships that minimize the fit for fixed concepts.
#pragma once

#include "methods/concept/state.hpp"

namespace manifact {

// Each row of V, or row shared by several documents, becomes
//
//   argmin_{v >= 0}  v M v' - 2 v (K W)_i'       M = W'K W
//
// as for a new document (model/predict/normal_equations.hpp). Only for a state without penalties
// and with the whole of K W (no split). A row without a finite solution is unchanged.
template <class T>
void minimize_memberships(ConceptState<T> &state, ExecutionContext &run);

}  // namespace manifact
