// Corrects the checksums of an archive, so that a fuzzer reaches the code behind them.
#pragma once

#include <cstdint>
#include <vector>

#include "io/archive_layout.hpp"
#include "io/crc32.hpp"
#include "shared/byte_order.hpp"

namespace manifact {

inline std::vector<unsigned char> repaired_archive(const std::uint8_t *data, std::size_t size) {
  using namespace archive;
  std::vector<unsigned char> bytes(data, data + size);
  if (size < header_size) return bytes;
  const std::size_t count = std::min<std::size_t>(
      load_little_endian<std::uint32_t>(data + at_sections), (size - header_size) / entry_size);
  for (std::size_t i = 0; i < count; ++i) {
    unsigned char *entry = bytes.data() + header_size + i * entry_size;
    const auto offset = load_little_endian<std::uint64_t>(entry + at_offset),
               length = load_little_endian<std::uint64_t>(entry + at_size);
    if (offset <= size && length <= size - offset)
      store_little_endian(entry + at_payload_checksum, crc32_of(data + offset, length));
  }
  store_little_endian(bytes.data() + at_file_size, std::uint64_t{size});
  const std::uint32_t head = crc32_of(bytes.data(), at_checksum);
  store_little_endian(bytes.data() + at_checksum,
                      crc32_of(bytes.data() + header_size, count * entry_size, head));
  return bytes;
}

}  // namespace manifact
