// Rows handed out to threads a few at a time, each thread with a room of its own; and the progress of doing so more than once.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "runtime/run.hpp"

namespace manifact {

// body(rooms[t], k) for k in begin .. end-1, on thread t; it stops early when it is cancelled. Few rows at once, for they differ much and
// threads wait for the last.
template <class Room, class Body>
void each_row(Run &run, std::vector<Room> &rooms, std::int64_t begin, std::int64_t end, const Body &body) {
  constexpr std::int64_t at_once = 4;
  std::atomic<std::int64_t> next{begin};
  run.team.each(static_cast<std::int64_t>(rooms.size()), [&](std::int64_t t) {
    Room &room = rooms[static_cast<std::size_t>(t)];
    for (std::int64_t first; (first = next.fetch_add(at_once, std::memory_order_relaxed)) < end;)
      for (std::int64_t k = first; k < std::min(first + at_once, end) && !run.monitor.cancelled(); ++k) body(room, k);
  });
}

// One of several passes over the rows, whose number is not known before: each takes half of the progress that is left.
struct Pass {
  Monitor &monitor;
  std::int64_t total, begin = 0;

  std::int64_t end() const noexcept { return begin + (total - begin) / 2; }
  void report(std::int64_t done, std::int64_t rows) {
    monitor.report(begin + static_cast<std::int64_t>(static_cast<double>(end() - begin) * static_cast<double>(done) / static_cast<double>(rows)), total);
  }
  void next() noexcept { begin = end(); }
};

}  // namespace manifact
