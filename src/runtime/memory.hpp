// The host's allocator, with a count of the allocated bytes. One Memory per context, shared by all
// handles created with it.
#pragma once

#include <atomic>
#include <cstddef>

#include "runtime/index.hpp"

namespace manifact {

class Memory {
 public:
  using Allocate = void *(*)(void *user, std::size_t size);
  using Release = void (*)(void *user, void *pointer);

  Memory() noexcept;  // the C allocator
  Memory(Allocate allocate, Release release, void *user) noexcept
      : allocate_(allocate), release_(release), user_(user) {}
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  // `size` > 0 bytes aligned to a cache line, never null: throws Error(memory) that states the
  // size.
  void *take(std::size_t size);
  void give_back(void *pointer) noexcept;

  Index now() const noexcept { return now_.load(std::memory_order_relaxed); }
  Index peak() const noexcept { return peak_.load(std::memory_order_relaxed); }

 private:
  Allocate allocate_;
  Release release_;
  void *user_;
  std::atomic<Index> now_{0};
  std::atomic<Index> peak_{0};
};

// The check of memory that the option memory-budget, or an argument of that name, bounds.

// Throws Error(budget) if bytes exceed the budget. `what` and its arguments are the beginning of
// the message, subject and verb: "%lld vectors need", then "N bytes, more than the memory-budget
// of M".
void check_budget(double bytes, Index budget, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

}  // namespace manifact
