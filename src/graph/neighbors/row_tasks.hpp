// Schedules rows on threads a few at a time, each thread with its own workspace; and the progress
// of repeated passes.
#pragma once

#include <algorithm>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

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

}  // namespace manifact
