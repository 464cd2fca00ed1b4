// The execution context for benchmarks that call parts of the library directly.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/execution_context.hpp"

namespace manifact {

struct Host {
  explicit Host(std::int64_t threads) : pool(threads) {}

  std::shared_ptr<Memory> memory = std::make_shared<Memory>();
  ThreadPool pool;
  Monitor monitor;
  ExecutionContext run{memory, pool, monitor};
};

}  // namespace manifact
