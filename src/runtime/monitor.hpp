// The communication of a long computation with its host: stage, progress, log and cancellation.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

class Collective;

// Counts the requests to stop. A call that watches it stops if the count has changed since the
// watching began: earlier requests do not matter, and those after its end have no effect.
class CancelRequests {
 public:
  // From any thread or a signal handler.
  void add() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  std::uint32_t count() const noexcept { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint32_t> count_{0};
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);
};

struct Monitor {
  using Progress = int (*)(void *user, const char *stage, Index done, Index total, double objective,
                           double change);
  using Log = void (*)(void *user, int level, const char *text);

  Progress progress = nullptr;
  void *progress_user = nullptr;
  Log log = nullptr;
  void *log_user = nullptr;
  const char *stage = "";
  std::atomic<bool> cancel{false};  // requested by the progress callback

  void watch(const CancelRequests *requests) noexcept {
    requests_ = requests;
    seen_ = requests != nullptr ? requests->count() : 0;
  }

  // The processes of a collective call, any of which may be asked to stop.
  const Collective *collective = nullptr;

  bool cancelled() const noexcept {
    return cancelled_here() || (collective != nullptr && cancelled_elsewhere());
  }
  // On this process.
  bool cancelled_here() const noexcept {
    return cancel.load(std::memory_order_relaxed) ||
           (requests_ != nullptr && requests_->count() != seen_);
  }

  // On the calling thread only. Throws Error(cancelled) if the host requested it, through the
  // callback or through the requests that are watched.
  void report(Index done, Index total, double objective = NAN, double change = NAN);

  // The same without a report.
  void check() const;

  // Enters a stage; `name` must have static storage duration.
  void enter(const char *name, Index total = 0);

  void note(int level, const char *text) const {
    if (log != nullptr) log(log_user, level, text);
  }

 private:
  bool cancelled_elsewhere() const noexcept;

  const CancelRequests *requests_ = nullptr;
  std::uint32_t seen_ = 0;  // their count when the watching began
};

// Secondary output of a computation: diagnostics, and warnings for the user.
struct Findings {
  std::vector<std::pair<std::string, std::string>> notes;  // name, value: the diagnostics
  std::vector<std::string> warnings;

  void note(std::string name, std::string value) {
    notes.emplace_back(std::move(name), std::move(value));
  }
  void note(std::string name, double value) { note(std::move(name), print(value)); }
  void note(std::string name, Index value) { note(std::move(name), print(value)); }
};

}  // namespace manifact
