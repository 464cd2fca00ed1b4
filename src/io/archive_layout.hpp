// Constants of the table in archive.hpp, for its writer and its reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace manifact::archive {

inline constexpr std::string_view magic = "MANIFACT";
inline constexpr std::uint32_t format_number = 1, oldest_reader = 1;
inline constexpr std::size_t header_size = 32, entry_size = 88, name_size = 48, alignment = 8;

// Offsets in the header and in a table entry.
inline constexpr std::size_t at_format = 8, at_oldest_reader = 12, at_file_size = 16,
                             at_sections = 24, at_checksum = 28;
inline constexpr std::size_t at_type = 48, at_payload_checksum = 52, at_rows = 56, at_columns = 64,
                             at_offset = 72, at_size = 80;

inline constexpr std::uint64_t aligned(std::uint64_t offset) noexcept {
  return (offset + alignment - 1) / alignment * alignment;
}

inline bool is_name_character(char c) noexcept { return c >= '!' && c <= '~'; }

}  // namespace manifact::archive
