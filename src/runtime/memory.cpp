#include "runtime/memory.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "runtime/error.hpp"
#include "runtime/index.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace manifact {
namespace {

constexpr std::size_t alignment = 64;

// Stored directly before the aligned block.
struct Header {
  void *base;
  std::size_t size;
};

// Large pages: a long array is zeroed with few page faults, and read with few misses of the TLB.
// Advice only: the kernel may not follow it.
void advise_huge_pages([[maybe_unused]] void *base, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t long_array = std::size_t{1} << 22;
  if (size < long_array) return;
  const int error = errno;  // that of the caller
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(base) + page - 1) & ~(page - 1);
  madvise(reinterpret_cast<void *>(begin), size - page, MADV_HUGEPAGE);
  errno = error;
#endif
}

void *c_allocate(void *, std::size_t size) {
  void *const base = std::malloc(size);
  if (base != nullptr) advise_huge_pages(base, size);
  return base;
}
void c_release(void *, void *pointer) { std::free(pointer); }

}  // namespace

Memory::Memory() noexcept : Memory(c_allocate, c_release, nullptr) {}

void *Memory::take(std::size_t size) {
  constexpr std::size_t extra = alignment + sizeof(Header);
  void *base = size <= std::numeric_limits<std::size_t>::max() / 2 ? allocate_(user_, size + extra)
                                                                   : nullptr;
  if (base == nullptr) fail(Status::memory, "out of memory: cannot allocate %zu bytes", size);
  const auto address =
      (reinterpret_cast<std::uintptr_t>(base) + extra) & ~std::uintptr_t{alignment - 1};
  auto *block = reinterpret_cast<Header *>(address);
  block[-1] = Header{base, size};
  const Index held = now_.fetch_add(static_cast<Index>(size), std::memory_order_relaxed) +
                     static_cast<Index>(size);
  Index peak = peak_.load(std::memory_order_relaxed);
  while (held > peak && !peak_.compare_exchange_weak(peak, held, std::memory_order_relaxed)) {
  }
  return block;
}

void Memory::give_back(void *pointer) noexcept {
  if (pointer == nullptr) return;
  const Header header = static_cast<Header *>(pointer)[-1];
  now_.fetch_sub(static_cast<Index>(header.size), std::memory_order_relaxed);
  release_(user_, header.base);
}

void check_budget(double bytes, Index budget, const char *what, ...) {
  if (bytes <= static_cast<double>(budget)) return;
  char text[400];
  std::va_list arguments;
  va_start(arguments, what);
  std::vsnprintf(text, sizeof text, what, arguments);
  va_end(arguments);
  fail(Status::budget, "%s %.0f bytes, more than the memory-budget of %lld", text, bytes,
       number(budget));
}

}  // namespace manifact
