// What every stage of a computation needs from its host, handed down as one thing.
#pragma once

#include <memory>

#include "runtime/memory.hpp"
#include "runtime/monitor.hpp"
#include "runtime/team.hpp"

namespace manifact {

struct Run {
  std::shared_ptr<Memory> memory;
  Team &team;
  Monitor &monitor;
};

}  // namespace manifact
