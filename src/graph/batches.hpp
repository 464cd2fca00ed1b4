// Rows of work in batches, between which the caller is heard.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "runtime/run.hpp"

namespace manifact {

// body(worker, i) for all rows, each worker of one thread; after(begin, end) by the caller in between, where it listens.
template <class Worker, class Body, class After>
void in_batches(std::vector<Worker> &workers, std::int64_t n, std::int64_t batch, Run &run, Body &&body, After &&after) {
  for (std::int64_t begin = 0; begin < n; begin += batch) {
    const std::int64_t end = std::min(n, begin + batch);
    std::atomic<std::int64_t> next{begin};
    run.team.each(static_cast<std::int64_t>(workers.size()), [&](std::int64_t t) {
      for (std::int64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < end && !run.monitor.cancelled();)
        body(workers[static_cast<std::size_t>(t)], i);
    });
    run.monitor.check();
    after(begin, end);
  }
}

}  // namespace manifact
