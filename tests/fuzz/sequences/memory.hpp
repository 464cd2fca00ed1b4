// Counted memory with allocation failures on request, for operator new and for the allocators of
// the host.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sequences::memory {

// The bytes of operator new that are not freed, of the library and of this program.
std::int64_t live() noexcept;

// Makes allocation number `countdown` fail, and with `for_good` all later ones. With `by_size`
// allocations of some sizes fail, as many threads allocate in no fixed order.
void fail_after(std::int64_t countdown, bool for_good) noexcept;
void fail_by_size(std::uint64_t salt) noexcept;
void succeed() noexcept;
// The allocations that were made to fail.
std::int64_t faults() noexcept;

// While one is alive, allocations of this thread succeed: the host's own code in a callback.
class Spared {
 public:
  Spared() noexcept;
  ~Spared();
  Spared(const Spared &) = delete;
  Spared &operator=(const Spared &) = delete;
};

// An allocator of the host, and the bytes it holds.
struct Bank {
  std::atomic<std::int64_t> blocks{0}, bytes{0};
  std::atomic<bool> foreign{false};  // something was given back that is not of this bank
};
void *allocate(void *bank, std::size_t size) noexcept;
void release(void *bank, void *pointer) noexcept;

}  // namespace sequences::memory
