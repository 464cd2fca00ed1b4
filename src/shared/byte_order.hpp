// Numbers in the byte order of files, the least significant byte first, on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace manifact {

inline constexpr bool is_big_endian = std::endian::native == std::endian::big;

// On a big-endian machine, reverses the bytes of each of `count` numbers of `size` bytes.
template <class Byte>
void to_little_endian([[maybe_unused]] Byte *bytes, [[maybe_unused]] std::size_t count,
                      [[maybe_unused]] std::size_t size) noexcept {
  static_assert(sizeof(Byte) == 1);
  if constexpr (is_big_endian)
    for (std::size_t i = 0; i < count; ++i) std::reverse(bytes + i * size, bytes + (i + 1) * size);
}

// The place need not be aligned.
template <class T>
void store_little_endian(void *to, T number) noexcept {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &number, sizeof(T));
  to_little_endian(bytes, 1, sizeof(T));
  std::memcpy(to, bytes, sizeof(T));
}

template <class T>
T load_little_endian(const void *from) noexcept {
  char bytes[sizeof(T)];
  std::memcpy(bytes, from, sizeof(T));
  to_little_endian(bytes, 1, sizeof(T));
  T number;
  std::memcpy(&number, bytes, sizeof(T));
  return number;
}

}  // namespace manifact
