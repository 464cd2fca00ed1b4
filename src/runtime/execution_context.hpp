// The resources of the host that every stage of a computation uses.
#pragma once

#include <memory>
#include <new>

#include "runtime/error.hpp"
#include "runtime/group.hpp"
#include "runtime/memory.hpp"
#include "runtime/monitor.hpp"
#include "runtime/thread_pool.hpp"

namespace manifact {

struct ExecutionContext {
  std::shared_ptr<Memory> memory;
  ThreadPool &pool;
  Monitor &monitor;
  Group *group = nullptr;  // the ranks that share the documents; null: this process has them all
};

// The sum over the ranks, in place.
template <class T>
void sum_over_ranks(ExecutionContext &run, T *values, Index count) {
  if (run.group != nullptr) run.group->sum(values, count);
}
template <class T>
T total_over_ranks(ExecutionContext &run, T mine) {
  sum_over_ranks(run, &mine, 1);
  return mine;
}
inline double largest_over_ranks(ExecutionContext &run, double mine) {
  if (run.group != nullptr) run.group->max(&mine, 1);
  return mine;
}
// The number of rows on lower ranks.
inline Index rows_before(ExecutionContext &run, Index mine) {
  Index before = 0;
  if (run.group == nullptr) return before;
  const std::vector<Index> all = run.group->all(mine);
  for (Index r = 0; r < run.group->rank(); ++r) before += all[static_cast<std::size_t>(r)];
  return before;
}
// The number of a row in a message. places: of the rows of this rank among those of all ranks;
// null: the matrix of the caller has them in this order.
inline Index place_of(Index row, const Index *places) noexcept {
  return places == nullptr ? row : places[row];
}
// The value of the first rank, for decisions based on numbers that every rank has computed.
inline double value_of_first_rank(ExecutionContext &run, double value) {
  if (run.group != nullptr) run.group->broadcast(&value, sizeof value, 0);
  return value;
}
inline bool any_rank(ExecutionContext &run, bool mine) {
  return total_over_ranks(run, Index{mine ? 1 : 0}) > 0;
}

// Runs body(), a collective call from beginning to end: all ranks return, or all throw. An
// exception that is not thrown on all ranks ends all processes.
template <class Body>
auto collectively(ExecutionContext &run, Body &&body) {
  Group *const group = run.group;
  if (group == nullptr) return body();
  struct Watching {
    ExecutionContext &run;
    explicit Watching(ExecutionContext &call) noexcept : run(call) {
      run.group->watch(&run.monitor);
      run.monitor.group = run.group;
    }
    ~Watching() {
      run.monitor.group = nullptr;
      run.group->watch(nullptr);
    }
  } const watching(run);
  try {
    auto result = body();
    group->conclude();
    return result;
  } catch (const AgreedError &error) {
    if (error.status() != Status::cancelled) group->conclude();  // cancelled: all left
    throw;
  } catch (const Error &error) {
    if (error.status() == Status::cancelled) group->leave(error.what());
    group->abandon(error.what());
    throw;
  } catch (const std::bad_alloc &) {
    group->abandon("out of memory");
    throw;
  } catch (...) {
    group->abandon("an unexpected error");
    throw;
  }
}

// Runs body(), which is not collective, and throws on every rank if it throws on one.
template <class Body>
void together(ExecutionContext &run, Body &&body) {
  if (run.group == nullptr) return body();
  try {
    body();
  } catch (const Error &error) {
    if (error.status() == Status::cancelled) run.group->leave(error.what());
    agree(*run.group, &error);
  } catch (const std::bad_alloc &) {
    const Error error(Status::memory, "out of memory");
    agree(*run.group, &error);
  }
  agree(*run.group, nullptr);
}

}  // namespace manifact
