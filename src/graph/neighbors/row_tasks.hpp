// Schedules rows on threads a few at a time, each thread with its own workspace; and the progress
// of repeated passes.
#pragma once

#include <algorithm>
#include <vector>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// body(workspaces[t], k) for k in begin .. end-1, on thread t; stops early when cancelled. Few rows
// at a time, because their costs differ and threads wait for the last one.
template <class Workspace, class Body>
void each_row(ExecutionContext &run, std::vector<Workspace> &workspaces, Index begin, Index end,
              const Body &body) {
  parallel_rows(run, std::ssize(workspaces), begin, end, 4, [&](Index t, Index first, Index last) {
    for (Index k = first; k < last; ++k) body(workspaces[static_cast<std::size_t>(t)], k);
  });
}

// One of several passes over the rows, whose number is unknown in advance: each takes half of the
// remaining progress.
struct Pass {
  Monitor &monitor;
  Index total, begin = 0;

  Index end() const noexcept { return begin + (total - begin) / 2; }
  void report(Index done, Index rows) {
    monitor.report(
        begin + static_cast<Index>(static_cast<double>(end() - begin) * static_cast<double>(done) /
                                   static_cast<double>(rows)),
        total);
  }
  void next() noexcept { begin = end(); }
};

// Processes rows in batches, with a check for cancellation in between.

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
