// The progress of a child in memory that its parent reads after the child has died, and the number
// of calls of each function.
#pragma once

#include <atomic>
#include <cstdint>

namespace sequences {

inline constexpr int most_functions = 256, most_methods = 64;

struct Trace {
  std::atomic<std::int64_t> seed{0}, step{0}, done{0}, faults{0};
  std::atomic<const char *> call{""};  // a literal: at the same address in parent and child
  std::atomic<bool> found{false};
  char finding[1024] = "";
  std::atomic<std::int64_t> calls[most_functions]{}, successes[most_functions]{},
      fits[most_methods]{};
};

// A violated property; it ends the sequence.
struct Finding {
  char text[900];
};

// With a message formatted as by printf.
[[noreturn]] __attribute__((format(printf, 1, 2))) void broken(const char *format, ...);

}  // namespace sequences
