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

}  // namespace manifact
