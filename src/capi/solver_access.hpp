// Helpers for calls on a solver.
#pragma once

#include <utility>

#include "capi/handles.hpp"

namespace manifact {

// Checks the handle and runs the body inside guard().
template <class Solver, class Body>
int with(Solver *solver, Body &&body) noexcept {
  if (const int status = check(solver); status != MANIFACT_OK) return status;
  return guard(solver->message, [&] {
    body();
    return MANIFACT_OK;
  });
}

// Replaces a handle that the solver holds a reference to; NULL clears it.
template <class Handle>
void hold(Handle *&held, Handle *next) noexcept {
  release(std::exchange(held, retain(next)));
}

// Makes X the data that the cache of the solver belongs to.
inline void keep_data(manifact_solver *solver, const manifact_matrix *X) {
  if (solver->cached_X == X) return;
  solver->graph_cache = {};
  hold(solver->cached_X, const_cast<manifact_matrix *>(X));
}

}  // namespace manifact
