// Memory that is counted in bytes: the host's allocator's, and what comes by operator new, which is
// replaced in the whole program, the library's too: include it in one file of a program. Not
// counted: what LAPACK and CHOLMOD take for themselves.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

// One of each: bytes held, the most held at a time, the largest single one.
struct Counted {
  std::atomic<int64_t> now{0}, peak{0}, largest{0};

  void start() {
    peak = now.load();
    largest = 0;
  }
  static void raise(std::atomic<int64_t> &most, int64_t value) {
    for (int64_t before = most; value > before && !most.compare_exchange_weak(before, value);) {
    }
  }
  void *take(std::size_t size) {
    constexpr std::size_t header = alignof(std::max_align_t);
    auto *const base = static_cast<std::byte *>(std::malloc(size + header));
    if (base == nullptr) return nullptr;
    *reinterpret_cast<std::size_t *>(base) = size;
    raise(peak, now.fetch_add(static_cast<int64_t>(size)) + static_cast<int64_t>(size));
    raise(largest, static_cast<int64_t>(size));
    return base + header;
  }
  void give_back(void *memory) {
    if (memory == nullptr) return;
    auto *const base = static_cast<std::byte *>(memory) - alignof(std::max_align_t);
    now -= static_cast<int64_t>(*reinterpret_cast<std::size_t *>(base));
    std::free(base);
  }
};

Counted of_host, of_new;

void *allocate(void *, size_t size) { return of_host.take(size); }
void release(void *, void *memory) { of_host.give_back(memory); }

void *obtain(std::size_t size) {
  void *const memory = of_new.take(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void *operator new(std::size_t size) { return obtain(size); }
void *operator new[](std::size_t size) { return obtain(size); }
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return of_new.take(size); }
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  return of_new.take(size);
}
void operator delete(void *memory) noexcept { of_new.give_back(memory); }
void operator delete[](void *memory) noexcept { of_new.give_back(memory); }
void operator delete(void *memory, std::size_t) noexcept { of_new.give_back(memory); }
void operator delete[](void *memory, std::size_t) noexcept { of_new.give_back(memory); }
