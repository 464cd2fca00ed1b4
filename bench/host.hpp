// What the library's rooms work in, for the benchmarks that call them without a context.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/run.hpp"

namespace manifact {

struct Host {
  explicit Host(std::int64_t threads) : team(threads) {}

  std::shared_ptr<Memory> memory = std::make_shared<Memory>();
  Team team;
  Monitor monitor;
  Run run{memory, team, monitor};
};

}  // namespace manifact
