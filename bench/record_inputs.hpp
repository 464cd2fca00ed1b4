// What a recorded fit is given beside data and options: constraints, graphs, starts.
#pragma once

#include <cstdint>
#include <string>

#include "record_data.hpp"

namespace record {

// Gives the solver the input of this name. Returns the status of the call that takes it.
int give(manifact_context *context, manifact_solver *solver, const Data &data, int64_t k,
         const std::string &input);

}  // namespace record
