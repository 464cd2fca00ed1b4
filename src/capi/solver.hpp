// Helpers for calls on a solver.
#pragma once

#include <utility>

#include "capi/handles.hpp"

namespace manifact {

// Replaces a handle that the solver holds a reference to; NULL clears it.
template <class Handle>
void hold(Handle *&held, const Handle *next) noexcept {
  release(std::exchange(held, retain(next)));
}

// Makes X the data that the cache of the solver belongs to.
inline void keep_data(manifact_solver *solver, const manifact_matrix *X) {
  if (solver->cached_X == X) return;
  solver->graph_cache = {};
  hold(solver->cached_X, X);
}

}  // namespace manifact
