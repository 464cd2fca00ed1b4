// Processes rows in batches, with a check for cancellation in between.
#pragma once

#include <algorithm>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {

// body(worker, i) for all rows, where each worker belongs to one thread; after(begin, end) is
// called by the calling thread after each batch and can be cancelled.
template <class Worker, class Body, class After>
void in_batches(std::vector<Worker> &workers, Index n, Index batch, ExecutionContext &run,
                Body &&body, After &&after) {
  for (Index begin = 0; begin < n; begin += batch) {
    const Index end = std::min(n, begin + batch);
    parallel_rows(run, std::ssize(workers), begin, end, 1,
                  [&](Index t, Index i, Index) { body(workers[static_cast<std::size_t>(t)], i); });
    after(begin, end);
  }
}

}  // namespace manifact
