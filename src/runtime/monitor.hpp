// What a long computation reports to its host (stage, progress, log), and whether the host cancels
// it.
#pragma once

#include <atomic>
#include <cmath>

#include "runtime/index.hpp"

namespace manifact {

struct Monitor {
  using Progress = int (*)(void *user, Index done, Index total, double objective, double change);
  using Log = void (*)(void *user, int level, const char *text);

  Progress progress = nullptr;
  void *progress_user = nullptr;
  Log log = nullptr;
  void *log_user = nullptr;
  const char *stage = "";
  std::atomic<bool> cancel{false};  // set from any thread or a signal handler

  bool cancelled() const noexcept { return cancel.load(std::memory_order_relaxed); }

  // Calling thread only. Throws Error(cancelled) when the host asked for it, here or through
  // `cancel`.
  void report(Index done, Index total, double objective = NAN, double change = NAN);

  // Only listens: throws Error(cancelled) when it was asked for through `cancel`.
  void check() const;

  // Enter a stage; `name` must be static.
  void enter(const char *name, Index total = 0);

  void note(int level, const char *text) const {
    if (log != nullptr) log(log_user, level, text);
  }
};

static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace manifact
