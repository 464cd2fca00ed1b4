// The communication of a long computation with its host: stage, progress, log and cancellation.
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

  // On the calling thread only. Throws Error(cancelled) if the host requested it, through the
  // callback or through `cancel`.
  void report(Index done, Index total, double objective = NAN, double change = NAN);

  // Throws Error(cancelled) if it was requested through `cancel`; reports nothing.
  void check() const;

  // Enters a stage; `name` must have static storage duration.
  void enter(const char *name, Index total = 0);

  void note(int level, const char *text) const {
    if (log != nullptr) log(log_user, level, text);
  }
};

static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace manifact
