// The resources of the host that every stage of a computation uses.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>

#include "runtime/collective.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"
#include "runtime/monitor.hpp"
#include "runtime/thread_pool.hpp"

namespace manifact {

struct ExecutionContext {
  std::shared_ptr<Memory> memory;
  ThreadPool &pool;
  Monitor &monitor;
  const Collective *collective = &Collective::one_process();

  bool divided() const noexcept { return collective->divided(); }

  // The sum over all documents, in place, from that over the documents of this process.
  template <class T>
  void sum(T *values, Index count) const {
    collective->sum(values, count);
  }
  template <class T>
  T total(T mine) const {
    collective->sum(&mine, 1);
    return mine;
  }
  double largest(double mine) const {
    collective->max(&mine, 1);
    return mine;
  }
  bool any(bool mine) const { return total(Index{mine ? 1 : 0}) > 0; }
  Index rows_before(Index mine) const { return collective->rows_before(mine); }
  // For decisions based on numbers that every process has computed.
  double value_of_first(double value) const {
    collective->take_first(&value, sizeof value);
    return value;
  }
  // Runs body(), which is not collective, and throws on every process if it throws on one.
  template <class Body>
  void together(Body &&body) const {
    collective->together(std::ref(body));
  }
};

// The number of a row in a message. places: of the rows among those of the caller; null: the matrix
// of the caller has them in this order.
inline Index place_of(Index row, const Index *places) noexcept {
  return places == nullptr ? row : places[row];
}

// Rows shared among threads, each of which has a workspace of its own.

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
