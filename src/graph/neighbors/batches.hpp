// Processes rows in batches, with a check for cancellation in between.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// body(worker, i) for all rows, where each worker belongs to one thread; after(begin, end) is
// called by the calling thread after each batch and can be cancelled.
template <class Worker, class Body, class After>
void in_batches(std::vector<Worker> &workers, Index n, Index batch, ExecutionContext &run,
                Body &&body, After &&after) {
  for (Index begin = 0; begin < n; begin += batch) {
    const Index end = std::min(n, begin + batch);
    std::atomic<Index> next{begin};
    run.pool.each(static_cast<Index>(workers.size()), [&](Index t) {
      for (Index i;
           (i = next.fetch_add(1, std::memory_order_relaxed)) < end && !run.monitor.cancelled();)
        body(workers[static_cast<std::size_t>(t)], i);
    });
    run.monitor.check();
    after(begin, end);
  }
}

}  // namespace manifact
