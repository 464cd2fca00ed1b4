// What a division among ranks would cost, found on one of them.
#pragma once

#include <cstdint>

#include "commands/session.hpp"
#include "handles.hpp"

namespace cli {

// Prints documents, entries and the bytes that each of `ranks` ranks would send: once around the
// ring, and at each update. The rows of X are in the order in which they are dealt to the ranks.
void print_division(Session &session, const manifact_matrix *X, const manifact_solver *solver,
                    std::int64_t clusters, std::int64_t ranks);

}  // namespace cli
