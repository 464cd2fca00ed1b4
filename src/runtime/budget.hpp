// The check of memory that the option memory-budget, or an argument of that name, bounds.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

// Throws Error(budget) if bytes exceed the budget. `what` and its arguments are the beginning of
// the message, subject and verb: "%lld vectors need", then "N bytes, more than the memory-budget
// of M".
void check_budget(double bytes, Index budget, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

}  // namespace manifact
