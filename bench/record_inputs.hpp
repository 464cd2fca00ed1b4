// The inputs of a recorded fit other than data and options: constraints, graphs, starts.
#pragma once

#include <cstdint>
#include <string>

#include "record_data.hpp"

namespace record {

// Passes the input of this name to the solver. Returns the status of the call.
int give(manifact_context *context, manifact_solver *solver, const Data &data, int64_t k,
         const std::string &input);

}  // namespace record
