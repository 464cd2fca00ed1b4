// What a division among ranks would cost, found on one of them.
#pragma once

#include <cstdint>

#include "handles.hpp"
#include "terminal/session.hpp"

namespace cli {

// The rows of a graph for the fit, null without one; columns are places, places[i] that of row i.
struct GivenGraph {
  const manifact_matrix *S = nullptr;
  const std::int64_t *places = nullptr;
};

// Prints documents, entries, the bytes that each of `ranks` ranks would send, once around the ring
// and at each update, and its memory. The rows of X are in the order in which they are dealt to the
// ranks. process: the bytes that a rank has before it reads.
void print_division(Session &session, const manifact_matrix *X, const manifact_solver *solver,
                    const GivenGraph &graph, std::int64_t clusters, std::int64_t ranks,
                    double process);

}  // namespace cli
