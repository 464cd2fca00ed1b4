// The resources of the host that every stage of a computation uses.
#pragma once

#include <functional>
#include <memory>

#include "runtime/collective.hpp"
#include "runtime/error.hpp"
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

}  // namespace manifact
