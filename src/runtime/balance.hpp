// How evenly work is divided among the ranks.
#pragma once

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The largest share of a rank divided by the mean share; 1 on one process.
inline double balance_over_ranks(ExecutionContext &run, Index mine) {
  if (run.group == nullptr) return 1;
  const auto sum = static_cast<double>(total_over_ranks(run, mine)),
             most = largest_over_ranks(run, static_cast<double>(mine));
  return sum > 0 ? most * static_cast<double>(run.group->size()) / sum : 1;
}

}  // namespace manifact
