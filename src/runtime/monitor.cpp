#include "runtime/monitor.hpp"

#include "runtime/error.hpp"

namespace manifact {

void Monitor::report(std::int64_t done, std::int64_t total, double objective, double change) {
  if (progress != nullptr && progress(progress_user, done, total, objective, change) != 0) cancel.store(true, std::memory_order_relaxed);
  check();
}

void Monitor::check() const {
  if (cancelled()) fail(Status::cancelled, "cancelled%s%s", *stage == '\0' ? "" : " during ", stage);
}

void Monitor::enter(const char *name, std::int64_t total) {
  stage = name;
  report(0, total);
}

}  // namespace manifact
