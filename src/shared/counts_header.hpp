// The beginning of a file of counts, which docs/formats.md describes. The program uses this, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace manifact {

inline constexpr char counts_magic[8] = {'\x93', 'M', 'F', 'C', 'O', 'U', 'N', 'T'};
inline constexpr std::uint32_t counts_version = 1;

// All numbers are little-endian. The arrays follow: rows + 1 starts of 8 bytes, the columns of the
// entries, of 4 bytes each and filled up with zeros to a multiple of 8, and their values.
struct CountsHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t value_type;  // 3: float, 4: double
  std::int64_t rows, columns, entries;
  std::uint64_t size;      // of the file, in bytes
  std::uint32_t reserved;  // 0
  std::uint32_t checksum;  // CRC-32 of the bytes before it
  std::uint64_t unused;    // 0
};
static_assert(sizeof(CountsHeader) == 64);

// Where the arrays are, in bytes. Of numbers that have been checked, so that nothing overflows.
struct CountsLayout {
  std::int64_t rows = 0, columns = 0, entries = 0;
  std::uint32_t value_type = 3;

  std::int64_t value_size() const noexcept { return value_type == 3 ? 4 : 8; }
  std::int64_t indices() const noexcept {
    return static_cast<std::int64_t>(sizeof(CountsHeader)) + 8 * (rows + 1);
  }
  std::int64_t values() const noexcept { return indices() + (4 * entries + 7) / 8 * 8; }
  std::int64_t size() const noexcept { return values() + value_size() * entries; }
};

inline std::uint32_t checksum_of(const CountsHeader &header) noexcept {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(&header);
  std::uint32_t crc = 0xffffffffU;
  for (std::size_t i = 0; i < offsetof(CountsHeader, checksum); ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

inline CountsHeader header_of(const CountsLayout &layout) noexcept {
  CountsHeader header{};
  std::memcpy(header.magic, counts_magic, sizeof counts_magic);
  header.version = counts_version;
  header.value_type = layout.value_type;
  header.rows = layout.rows;
  header.columns = layout.columns;
  header.entries = layout.entries;
  header.size = static_cast<std::uint64_t>(layout.size());
  header.checksum = checksum_of(header);
  return header;
}

}  // namespace manifact
