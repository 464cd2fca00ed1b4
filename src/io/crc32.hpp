// CRC-32 as in gzip: reflected, polynomial 0xedb88320. Processes eight bytes per step with eight
// tables, where table[k] is the remainder of a byte followed by k zero bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace manifact {

namespace crc32_detail {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() noexcept {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit)
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320U : 0U);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xff];
  return tables;
}

inline constexpr Tables tables = make_tables();

}  // namespace crc32_detail

// Continues from `before`, the checksum of the preceding bytes.
inline std::uint32_t crc32_of(const unsigned char *data, std::size_t size,
                              std::uint32_t before = 0) noexcept {
  const auto &tables = crc32_detail::tables;
  std::uint32_t remainder = ~before;
  for (; size >= 8; size -= 8, data += 8)
    remainder =
        tables[7][(remainder ^ data[0]) & 0xff] ^ tables[6][((remainder >> 8) ^ data[1]) & 0xff] ^
        tables[5][((remainder >> 16) ^ data[2]) & 0xff] ^ tables[4][(remainder >> 24) ^ data[3]] ^
        tables[3][data[4]] ^ tables[2][data[5]] ^ tables[1][data[6]] ^ tables[0][data[7]];
  for (; size > 0; --size, ++data)
    remainder = (remainder >> 8) ^ tables[0][(remainder ^ *data) & 0xff];
  return ~remainder;
}

}  // namespace manifact
