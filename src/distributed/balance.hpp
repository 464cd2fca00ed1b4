// How evenly work is divided among the ranks.
#pragma once

#include "distributed/group.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The largest share of a rank divided by the mean share. Collective.
inline double balance_of(ExecutionContext &run, Index mine) {
  const auto sum = static_cast<double>(run.total(mine)),
             most = run.largest(static_cast<double>(mine));
  return sum > 0 ? most * static_cast<double>(group_of(run).size()) / sum : 1;
}

}  // namespace manifact
