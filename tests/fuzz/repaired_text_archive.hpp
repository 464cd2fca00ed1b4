// Corrects the checksums of zip and tar archives, so that a fuzzer reaches the code behind them,
// and packs bytes as gzip.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace fuzz {

constexpr std::size_t tar_block = 512;

inline std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

// Numbers of zip and gzip, the lowest byte first.
inline std::uint32_t get(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

inline std::string little_endian(std::uint32_t value, std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i);
  return bytes;
}

// The number of blocks that follow a header; as many as there are, if it is not octal.
inline std::size_t blocks_of(std::string_view header) {
  std::size_t size = 0;
  for (const char digit : header.substr(124, 11)) {
    if (digit < '0' || digit > '7') return header.size();
    size = 8 * size + static_cast<std::size_t>(digit - '0');
  }
  return (size + tar_block - 1) / tar_block;
}

inline void repair_tar(std::string &bytes) {
  constexpr std::size_t at_checksum = 148, checksum_size = 8;
  std::size_t at = 0;
  while (bytes.size() - at >= tar_block && bytes.compare(at + 257, 5, "ustar") == 0) {
    bytes.replace(at + at_checksum, checksum_size, checksum_size, ' ');
    unsigned sum = 0;
    for (std::size_t i = 0; i < tar_block; ++i) sum += static_cast<unsigned char>(bytes[at + i]);
    char digits[checksum_size];
    std::snprintf(digits, sizeof digits, "%06o", sum);
    bytes.replace(at + at_checksum, checksum_size - 1, digits, checksum_size - 1);
    const std::size_t blocks = 1 + blocks_of(std::string_view(bytes).substr(at, tar_block));
    at += std::min(blocks * tar_block, bytes.size() - at);
  }
}

// Of members without compression, in their own headers and in the directory.
inline void repair_zip(std::string &bytes) {
  constexpr std::size_t header_size = 30, entry_size = 46;
  for (std::size_t at = 0; (at = bytes.find("PK\3\4", at)) != std::string::npos; ++at) {
    if (bytes.size() - at < header_size || get(bytes, at + 8, 2) != 0) continue;
    const std::size_t begin = header_size + get(bytes, at + 26, 2) + get(bytes, at + 28, 2);
    const std::size_t size = get(bytes, at + 18, 4);
    if (begin > bytes.size() - at || size > bytes.size() - at - begin) continue;
    const std::string crc =
        little_endian(crc32_of(std::string_view(bytes).substr(at + begin, size)), 4);
    bytes.replace(at + 14, 4, crc);
    for (std::size_t entry = at; (entry = bytes.find("PK\1\2", entry)) != std::string::npos;
         ++entry) {
      if (bytes.size() - entry >= entry_size && get(bytes, entry + 42, 4) == at)
        bytes.replace(entry + 16, 4, crc);
    }
  }
}

inline std::string repaired_text_archive(std::string bytes) {
  if (bytes.starts_with("PK")) {
    repair_zip(bytes);
  } else {
    repair_tar(bytes);
  }
  return bytes;
}

// A gzip member without compression.
inline std::string gzip(std::string_view bytes) {
  constexpr std::size_t longest = 0xFFFF;
  std::string packed("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += longest) {
    const std::string_view part = bytes.substr(at, longest);
    packed += at + longest >= bytes.size() ? '\1' : '\0';
    packed += little_endian(static_cast<std::uint32_t>(part.size()), 2);
    packed += little_endian(~static_cast<std::uint32_t>(part.size()), 2);
    packed += part;
  }
  return packed + little_endian(crc32_of(bytes), 4) +
         little_endian(static_cast<std::uint32_t>(bytes.size()), 4);
}

}  // namespace fuzz
