// Tasks that may fail: an exception is rethrown on the calling thread, that of the first task if
// several failed.
#pragma once

#include <exception>
#include <vector>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class Body>
void each_task(Index count, ExecutionContext &run, Body &&body) {
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count));
  run.pool.each(count, [&](Index i) {
    try {
      run.monitor.check();
      body(i);
    } catch (...) {
      failures[static_cast<std::size_t>(i)] = std::current_exception();
    }
  });
  for (const std::exception_ptr &failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace manifact
