// Arrays in a message between the ranks of one job, which run on machines of the same kind.
#pragma once

#include <cstring>
#include <string_view>
#include <type_traits>

#include "distributed/group.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
void put(Bytes &packet, const T *values, Index count) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto *const begin = reinterpret_cast<const char *>(values);
  packet.insert(packet.end(), begin, begin + count * static_cast<Index>(sizeof(T)));
}

// Takes values from the front of a message, in the order in which they were put there.
class Unpack {
 public:
  explicit Unpack(const Bytes &packet) noexcept : packet_(packet) {}

  bool done() const noexcept { return at_ == packet_.size(); }

  template <class T>
  void take(T *values, Index count) noexcept {
    const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
    if (bytes > 0) std::memcpy(static_cast<void *>(values), packet_.data() + at_, bytes);
    at_ += bytes;
  }
  // Bytes that stay in the message.
  std::string_view view(Index count) noexcept {
    const std::string_view bytes(packet_.data() + at_, static_cast<std::size_t>(count));
    at_ += bytes.size();
    return bytes;
  }
  template <class T>
  T one() noexcept {
    T value;
    take(&value, 1);
    return value;
  }
  template <class T>
  Array<T> array(const std::shared_ptr<Memory> &memory, Index count) {
    Array<T> values(memory, count);
    take(values.data(), count);
    return values;
  }

 private:
  const Bytes &packet_;
  std::size_t at_ = 0;
};

}  // namespace manifact
