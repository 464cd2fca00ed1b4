// Rows shared among threads, each of which has a workspace of its own.
#pragma once

#include <algorithm>
#include <atomic>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Calls body(t, first, last) for consecutive ranges of at most `step` rows of begin .. end - 1. A
// thread takes the next range when it has finished one, since rows differ in their cost; t <
// workers is its number, which selects its workspace. The body must neither throw nor allocate.
// Throws Error(cancelled) between ranges, after which the rest has not been computed.
template <class Body>
void parallel_rows(ExecutionContext &run, Index workers, Index begin, Index end, Index step,
                   const Body &body) {
  std::atomic<Index> next{begin};
  const Index ranges = (end - begin + step - 1) / step;
  run.pool.each(std::min(workers, ranges), [&](Index t) {
    for (Index first; (first = next.fetch_add(step, std::memory_order_relaxed)) < end &&
                      !run.monitor.cancelled();)
      body(t, first, std::min(first + step, end));
  });
  run.monitor.check();
}

}  // namespace manifact
