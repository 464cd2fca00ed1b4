// A contiguous list that grows by doubling, from the host's allocator.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
class List {
 public:
  explicit List(std::shared_ptr<Memory> memory) noexcept : memory_(std::move(memory)) {}

  // Reserves space for `more` further entries: pushing them cannot fail.
  void reserve(Index more) {
    if (size_ + more <= room_.size()) return;
    Array<T> wider =
        Array<T>::uninitialized(memory_, std::max({size_ + more, 2 * room_.size(), Index{64}}));
    if (size_ > 0)
      std::memcpy(static_cast<void *>(wider.data()), room_.data(),
                  static_cast<std::size_t>(size_) * sizeof(T));
    room_ = std::move(wider);
  }
  void push(T value) {
    reserve(1);
    room_[size_++] = value;
  }
  void append(const T *values, Index count) {
    reserve(count);
    if (count > 0)
      std::memcpy(static_cast<void *>(room_.data() + size_), values,
                  static_cast<std::size_t>(count) * sizeof(T));
    size_ += count;
  }
  void shorten(Index size) noexcept { size_ = size; }
  void lengthen(Index size) noexcept { size_ = size; }  // within what was reserved

  Index size() const noexcept { return size_; }
  T *data() noexcept { return room_.data(); }
  const T *data() const noexcept { return room_.data(); }
  T &operator[](Index i) noexcept { return room_[i]; }
  const T &operator[](Index i) const noexcept { return room_[i]; }
  T &back() noexcept { return room_[size_ - 1]; }

  // The entries in an array of exactly their length.
  Array<T> exact() const {
    Array<T> all = Array<T>::uninitialized(memory_, size_);
    if (size_ > 0)
      std::memcpy(static_cast<void *>(all.data()), room_.data(),
                  static_cast<std::size_t>(size_) * sizeof(T));
    return all;
  }
  const std::shared_ptr<Memory> &memory() const noexcept { return memory_; }

 private:
  std::shared_ptr<Memory> memory_;
  Array<T> room_;
  Index size_ = 0;
};

}  // namespace manifact
