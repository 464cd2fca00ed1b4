// Allocation failures on request. Replaces operator new in the whole program including the library:
// include it in one file of a program.
#pragma once

#include <gtest/gtest.h>
#include <manifact/manifact.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>

#include "support/sanitized.hpp"

namespace {

// The number of allocations that succeed before one fails; negative: none fails. `for_good`: all
// later ones fail too.
std::atomic<int64_t> countdown{-1};
std::atomic<bool> for_good{false};
std::atomic<int64_t> live{0}, calls{0};

bool refuses() {
  if (countdown.load() < 0) return false;
  return for_good ? countdown.load() == 0 || countdown.fetch_sub(1) == 0
                  : countdown.fetch_sub(1) == 0;
}

void *obtain(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
  calls.fetch_add(1);
  if (refuses()) return nullptr;
  void *const memory = std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
  if (memory != nullptr) live.fetch_add(1);
  return memory;
}

void give_back(void *memory) {
  if (memory == nullptr) return;
  live.fetch_sub(1);
  std::free(memory);
}

void *obtain_or_throw(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
  void *const memory = obtain(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// Also replaces operator new of the library.
void *operator new(std::size_t size) { return obtain_or_throw(size); }
void *operator new[](std::size_t size) { return obtain_or_throw(size); }
void *operator new(std::size_t size, std::align_val_t alignment) {
  return obtain_or_throw(size, static_cast<std::size_t>(alignment));
}
void *operator new[](std::size_t size, std::align_val_t alignment) {
  return obtain_or_throw(size, static_cast<std::size_t>(alignment));
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return obtain(size); }
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept { return obtain(size); }
void operator delete(void *memory) noexcept { give_back(memory); }
void operator delete[](void *memory) noexcept { give_back(memory); }
void operator delete(void *memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void *memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void *memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void *memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace {

// The allocation that fails after number `failures`: each of the first, then increasingly few, as
// loops repeat the same allocations.
int64_t next_failure(int64_t failures) {
  if (!support::is_sanitized) return failures + 1 + failures / 60;
  static int64_t turn = 0;  // other allocations for each call
  return failures + 1 + (failures + turn++ % 6) / 6;
}

// Repeats `call` with each allocation failing in turn, until a run needs no more of them. `call`
// returns its status and keeps no result.
void let_each_allocation_fail(const char *name, const std::function<int()> &call) {
  for (const bool persistent : {false, true}) {
    int64_t failures = 0;
    for (;; failures = next_failure(failures)) {
      const int64_t before = live;
      for_good = persistent;
      countdown = failures;
      const int status = call();
      const bool all_succeeded = countdown.exchange(-1) > 0;
      ASSERT_EQ(live, before) << name << ": leaks when allocation " << failures << " fails";
      if (all_succeeded || status >= 0) {
        // An optional allocation may fail; the call then still succeeds.
        ASSERT_GE(status, 0) << name;
        if (all_succeeded) break;
        continue;
      }
      ASSERT_EQ(status, MANIFACT_ERROR_MEMORY) << name << ": allocation " << failures;
    }
    EXPECT_GT(failures, 0) << name << ": nothing was allocated";
  }
}

// An allocator of the host; `user` counts the blocks that are not yet freed.
void *allocate(void *user, size_t size) {
  void *const memory = obtain(size);
  if (memory != nullptr) static_cast<std::atomic<int64_t> *>(user)->fetch_add(1);
  return memory;
}

void release(void *user, void *memory) {
  static_cast<std::atomic<int64_t> *>(user)->fetch_sub(1);
  give_back(memory);
}

}  // namespace
