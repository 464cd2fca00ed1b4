// Calls on a solver.
#pragma once

#include <utility>

#include "capi/handles.hpp"

namespace manifact {

// Check the handle, run the body in the firewall.
template <class Solver, class Body>
int with(Solver *solver, Body &&body) noexcept {
  if (const int status = check(solver); status != MANIFACT_OK) return status;
  return guard(solver->message, [&] {
    body();
    return MANIFACT_OK;
  });
}

// The solver has a reference to the one it holds, NULL to none.
template <class Handle>
void hold(Handle *&held, Handle *next) noexcept {
  release(std::exchange(held, retain(next)));
}

// What is kept for the next fit is of X from now on.
inline void keep_data(manifact_solver *solver, const manifact_matrix *X) {
  if (solver->cached_X == X) return;
  solver->graph_cache = {};
  hold(solver->cached_X, const_cast<manifact_matrix *>(X));
}

}  // namespace manifact
