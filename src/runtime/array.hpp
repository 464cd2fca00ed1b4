// A flat, cache-line aligned array of numbers from the host's allocator. It can be moved; copies
// are explicit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {

template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() noexcept = default;

  // `size` entries, all bits zero. The Memory object lives at least as long as the array.
  Array(const std::shared_ptr<Memory> &memory, Index size) : Array(uninitialized(memory, size)) {
    if (size > 0)
      std::memset(static_cast<void *>(data_), 0, static_cast<std::size_t>(size) * sizeof(T));
  }
  // For a caller that writes all entries before it reads any.
  static Array uninitialized(const std::shared_ptr<Memory> &memory, Index size) {
    constexpr std::uint64_t limit = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T);
    if (size < 0 || static_cast<std::uint64_t>(size) > limit)
      fail(Status::memory, "out of memory: cannot allocate an array of %lld entries",
           static_cast<long long>(size));
    Array all;
    all.memory_ = memory;
    all.size_ = size;
    if (size > 0)
      all.data_ = static_cast<T *>(memory->take(static_cast<std::size_t>(size) * sizeof(T)));
    return all;
  }
  Array(Array &&other) noexcept { swap(other); }
  Array &operator=(Array &&other) noexcept {
    Array(std::move(other)).swap(*this);
    return *this;
  }
  ~Array() {
    if (data_ != nullptr) memory_->give_back(data_);
  }

  Array copy() const {
    Array twin = uninitialized(memory_, size_);
    if (size_ > 0)
      std::memcpy(static_cast<void *>(twin.data_), data_,
                  static_cast<std::size_t>(size_) * sizeof(T));
    return twin;
  }
  void swap(Array &other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  // Only the first entries; the memory of the others stays reserved.
  void shrink(Index size) noexcept { size_ = std::min(size_, size); }

  T *data() noexcept { return data_; }
  const T *data() const noexcept { return data_; }
  Index size() const noexcept { return size_; }
  const std::shared_ptr<Memory> &memory() const noexcept { return memory_; }
  bool empty() const noexcept { return size_ == 0; }
  T &operator[](Index i) noexcept { return data_[i]; }
  const T &operator[](Index i) const noexcept { return data_[i]; }
  T *begin() noexcept { return data_; }
  T *end() noexcept { return data_ + size_; }
  const T *begin() const noexcept { return data_; }
  const T *end() const noexcept { return data_ + size_; }

 private:
  std::shared_ptr<Memory> memory_;
  T *data_ = nullptr;
  Index size_ = 0;
};

}  // namespace manifact
