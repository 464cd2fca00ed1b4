#include "memory.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace sequences::memory {
namespace {

std::atomic<std::int64_t> live_blocks{0}, countdown{-1}, refused{0};
std::atomic<bool> for_good{false}, by_size{false};
std::atomic<std::uint64_t> size_salt{0};
thread_local int spared = 0;

bool is_to_fail(std::size_t size) noexcept {
  if (spared > 0) return false;
  if (by_size.load()) return (size * 0x9e3779b97f4a7c15ULL + size_salt) >> 60 == 0;
  if (countdown.load() < 0) return false;
  return for_good ? countdown.load() == 0 || countdown.fetch_sub(1) == 0
                  : countdown.fetch_sub(1) == 0;
}

bool refuses(std::size_t size) noexcept {
  if (!is_to_fail(size)) return false;
  refused.fetch_add(1, std::memory_order_relaxed);
  return true;
}

// In front of a block of a bank.
struct Head {
  Bank *bank;
  std::size_t size;
};
static_assert(sizeof(Head) % alignof(std::max_align_t) == 0);

void *obtain(std::size_t size, std::size_t alignment) noexcept {
  if (refuses(size)) return nullptr;
  void *const block =
      alignment <= alignof(std::max_align_t)
          ? std::malloc(size > 0 ? size : 1)
          : std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
  if (block != nullptr) live_blocks.fetch_add(1, std::memory_order_relaxed);
  return block;
}

}  // namespace

std::int64_t live() noexcept { return live_blocks.load(); }

std::int64_t faults() noexcept { return refused.load(); }

void fail_after(std::int64_t count, bool all_later) noexcept {
  for_good = all_later;
  countdown = count;
}
void fail_by_size(std::uint64_t salt) noexcept {
  size_salt = salt;
  by_size = true;
}
void succeed() noexcept {
  countdown = -1;
  by_size = false;
}

Spared::Spared() noexcept { ++spared; }
Spared::~Spared() { --spared; }

void *allocate(void *user, std::size_t size) noexcept {
  if (refuses(size)) return nullptr;
  auto *const head = static_cast<Head *>(std::malloc(sizeof(Head) + size));
  if (head == nullptr) return nullptr;
  Bank *const bank = static_cast<Bank *>(user);
  *head = {bank, size};
  bank->blocks.fetch_add(1);
  bank->bytes.fetch_add(static_cast<std::int64_t>(size));
  std::memset(static_cast<void *>(head + 1), 0xa5,
              size);  // NaN-like: what is read before it is written shows
  return head + 1;
}

void release(void *user, void *pointer) noexcept {
  if (pointer == nullptr) return;
  Head *const head = static_cast<Head *>(pointer) - 1;
  Bank *const bank = static_cast<Bank *>(user);
  if (head->bank != bank) {
    bank->foreign = true;
    return;
  }
  bank->blocks.fetch_sub(1);
  bank->bytes.fetch_sub(static_cast<std::int64_t>(head->size));
  std::free(head);
}

}  // namespace sequences::memory

namespace {

void *obtain_or_throw(std::size_t size, std::size_t alignment) {
  void *const block = sequences::memory::obtain(size, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void give_back(void *block) noexcept {
  if (block == nullptr) return;
  sequences::memory::live_blocks.fetch_sub(1, std::memory_order_relaxed);
  std::free(block);
}
constexpr std::size_t usual = alignof(std::max_align_t);

}  // namespace

// The library's own operator new comes to this program too.
void *operator new(std::size_t size) { return obtain_or_throw(size, usual); }
void *operator new[](std::size_t size) { return obtain_or_throw(size, usual); }
void *operator new(std::size_t size, std::align_val_t a) {
  return obtain_or_throw(size, static_cast<std::size_t>(a));
}
void *operator new[](std::size_t size, std::align_val_t a) {
  return obtain_or_throw(size, static_cast<std::size_t>(a));
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  return sequences::memory::obtain(size, usual);
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  return sequences::memory::obtain(size, usual);
}
void operator delete(void *block) noexcept { give_back(block); }
void operator delete[](void *block) noexcept { give_back(block); }
void operator delete(void *block, std::size_t) noexcept { give_back(block); }
void operator delete[](void *block, std::size_t) noexcept { give_back(block); }
void operator delete(void *block, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void *block, std::align_val_t) noexcept { give_back(block); }
void operator delete(void *block, std::size_t, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void *block, std::size_t, std::align_val_t) noexcept { give_back(block); }
