// A progress function that records what is reported and cancels at a chosen report.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/monitor.hpp"

namespace manifact {

struct ProgressLog {
  std::vector<std::int64_t> done;
  std::int64_t total = 0;
  std::size_t stop_at = 0;  // the number of the report that cancels; 0: none

  void watch(Monitor &monitor) {
    monitor.progress = see;
    monitor.progress_user = this;
  }

 private:
  static int see(void *user, const char *, std::int64_t done, std::int64_t total, double, double) {
    auto *log = static_cast<ProgressLog *>(user);
    log->done.push_back(done);
    log->total = total;
    return log->done.size() == log->stop_at;
  }
};

}  // namespace manifact
