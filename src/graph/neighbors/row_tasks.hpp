// Schedules rows on threads a few at a time, each thread with its own workspace; and the progress
// of repeated passes.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// body(workspaces[t], k) for k in begin .. end-1, on thread t; stops early when cancelled. Few rows
// at a time, because their costs differ and threads wait for the last one.
template <class Workspace, class Body>
void each_row(ExecutionContext &run, std::vector<Workspace> &workspaces, Index begin, Index end,
              const Body &body) {
  constexpr Index at_once = 4;
  std::atomic<Index> next{begin};
  run.pool.each(static_cast<Index>(workspaces.size()), [&](Index t) {
    Workspace &workspace = workspaces[static_cast<std::size_t>(t)];
    for (Index first; (first = next.fetch_add(at_once, std::memory_order_relaxed)) < end;)
      for (Index k = first; k < std::min(first + at_once, end) && !run.monitor.cancelled(); ++k)
        body(workspace, k);
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

}  // namespace manifact
