// The resources of the host that every stage of a computation uses.
#pragma once

#include <memory>

#include "runtime/memory.hpp"
#include "runtime/monitor.hpp"
#include "runtime/thread_pool.hpp"

namespace manifact {

struct ExecutionContext {
  std::shared_ptr<Memory> memory;
  ThreadPool &pool;
  Monitor &monitor;
};

}  // namespace manifact
