// Calls on a solver.
#pragma once

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

}  // namespace manifact
