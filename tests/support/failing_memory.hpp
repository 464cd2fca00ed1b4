// Memory that runs out when told to. Replaces operator new of the whole program, the library's too:
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

namespace {

// The allocations yet to succeed before one fails; negative: none fails. `for_good`: all later ones
// fail too.
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

// The library's own operator new comes to this program too.
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

// Makes `call` with one allocation after another failing, until one run has enough for all. `call`
// returns its status and keeps nothing.
void let_each_allocation_fail(const char *name, const std::function<int()> &call) {
  for (const bool persistent : {false, true}) {
    int64_t failures = 0;
    // Each of the first 60; then one in ever more, for loops allocate the same again and again.
    for (;; failures += 1 + failures / 60) {
      const int64_t before = live;
      for_good = persistent;
      countdown = failures;
      const int status = call();
      const bool all_succeeded = countdown.exchange(-1) > 0;
      ASSERT_EQ(live, before) << name << ": leaks when allocation " << failures << " fails";
      if (all_succeeded || status >= 0) {
        // An allocation that the call could do without may fail; then there is a result all the
        // same.
        ASSERT_GE(status, 0) << name;
        if (all_succeeded) break;
        continue;
      }
      ASSERT_EQ(status, MANIFACT_ERROR_MEMORY) << name << ": allocation " << failures;
    }
    EXPECT_GT(failures, 0) << name << ": nothing was allocated";
  }
}

// A host's allocator; `user` counts what it has given and not got back.
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
