#include "runtime/monitor.hpp"

#include "runtime/collective.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

void Monitor::report(Index done, Index total, double objective, double change) {
  if (progress != nullptr && progress(progress_user, stage, done, total, objective, change) != 0)
    cancel.store(true, std::memory_order_relaxed);
  check();
}

void Monitor::check() const {
  if (cancelled())
    fail(Status::cancelled, "cancelled%s%s", *stage == '\0' ? "" : " during ", stage);
}

bool Monitor::cancelled_elsewhere() const noexcept { return collective->asked_to_stop(); }

void Monitor::enter(const char *name, Index total) {
  stage = name;
  report(0, total);
}

}  // namespace manifact
