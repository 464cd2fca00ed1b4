// An archive assembled from the table at the head of io/archive.hpp, in which every field can be
// changed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace manifact {

using Bytes = std::string;

template <class T>
Bytes little_endian(T number) {
  char bytes[sizeof number];
  for (std::size_t i = 0; i < sizeof number; ++i)
    bytes[i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xff);
  return {bytes, sizeof number};
}

// Bit by bit for the 256 values of a byte, then byte by byte.
inline std::uint32_t slow_crc32(const Bytes &bytes) {
  static const std::vector<std::uint32_t> remainders = [] {
    std::vector<std::uint32_t> all;
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      std::uint32_t r = byte;
      for (int bit = 0; bit < 8; ++bit) r = r >> 1 ^ (r & 1 ? 0xedb88320 : 0);
      all.push_back(r);
    }
    return all;
  }();
  const std::uint32_t *const remainder_of = remainders.data();
  std::uint32_t remainder = 0xffffffff;
  const char *const end = bytes.data() + bytes.size();
  for (const char *c = bytes.data(); c != end; ++c)
    remainder = remainder >> 8 ^ remainder_of[(remainder ^ static_cast<unsigned char>(*c)) & 0xff];
  return ~remainder;
}

struct HandSection {
  Bytes name;
  std::uint32_t type;
  std::int64_t rows, columns;
  Bytes payload;
  std::uint64_t offset = 0, size = payload.size();  // offset 0: the regular position
  std::uint32_t checksum = slow_crc32(payload);
};

struct HandArchive {
  std::vector<HandSection> sections;
  Bytes magic = "MANIFACT";
  std::uint32_t format = 1, oldest_reader = 1, checksum_error = 0;
  std::int64_t more_size = 0;
  std::int64_t claimed_sections = -1;  // -1: the number of sections

  Bytes bytes() const {
    Bytes table, payloads;
    const std::uint64_t front = 32 + 88 * sections.size();
    table.reserve(front);
    for (const HandSection &section : sections) {
      payloads.resize((payloads.size() + 7) / 8 * 8);
      const std::uint64_t offset = section.offset != 0 ? section.offset : front + payloads.size();
      table.append(section.name).append(48 - section.name.size(), '\0');
      table.append(little_endian(section.type)).append(little_endian(section.checksum));
      table.append(little_endian(section.rows)).append(little_endian(section.columns));
      table.append(little_endian(offset)).append(little_endian(section.size));
      payloads += section.payload;
    }
    const auto count = static_cast<std::uint32_t>(
        claimed_sections < 0 ? static_cast<std::int64_t>(sections.size()) : claimed_sections);
    const Bytes header =
        magic + little_endian(format) + little_endian(oldest_reader) +
        little_endian(front + payloads.size() + static_cast<std::uint64_t>(more_size)) +
        little_endian(count);
    return header + little_endian(slow_crc32(header + table) ^ checksum_error) + table + payloads;
  }
};

// A text, a 2 x 3 of int32 and a 1 x 1 of double: 3.5.
inline HandArchive hand_archive() {
  Bytes ints;
  for (std::int32_t i : {1, -2, 3, 4, 5, 0x12345678}) ints += little_endian(i);
  HandArchive archive;
  archive.sections = {{"words", 0, 5, 1, "hello"},
                      {"ints", 1, 2, 3, ints},
                      {"x", 4, 1, 1, little_endian(std::int64_t{0x400c000000000000})}};
  return archive;
}

template <class T>
T number_at(const Bytes &bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return static_cast<T>(number);
}

// The sections of an archive, with recomputed checksums; empty if the table points outside.
inline HandArchive taken_apart(const Bytes &bytes) {
  HandArchive archive;
  const std::size_t count = bytes.size() < 32 ? 0 : number_at<std::uint32_t>(bytes, 24);
  if (count > bytes.size() / 88) return archive;
  for (std::size_t at = 32; at < 32 + 88 * count; at += 88) {
    if (at + 88 > bytes.size()) return {};
    const auto offset = number_at<std::uint64_t>(bytes, at + 72);
    const auto size = number_at<std::uint64_t>(bytes, at + 80);
    if (offset > bytes.size() || size > bytes.size() - offset) return {};
    const Bytes name = bytes.substr(at, 48);
    const auto rows = number_at<std::int64_t>(bytes, at + 56);
    const auto columns = number_at<std::int64_t>(bytes, at + 64);
    const auto type = number_at<std::uint32_t>(bytes, at + 48);
    archive.sections.push_back(
        {name.substr(0, name.find('\0')), type, rows, columns, bytes.substr(offset, size)});
  }
  return archive;
}

// The section with other rows, columns and content, and matching sizes and checksums.
inline HandSection with_content(const HandSection &section, std::int64_t rows, std::int64_t columns,
                                const Bytes &payload) {
  return {section.name, section.type, rows, columns, payload};
}

// One section removed, without its last row, with its first row twice, transposed, or with the name
// of another.
inline HandArchive damaged_section(const HandArchive &whole, std::uint32_t choice) {
  HandArchive archive = whole;
  const std::size_t count = whole.sections.size(), which = choice / 8 % count;
  HandSection &section = archive.sections[which];
  const std::int64_t rows = section.rows, columns = section.columns;
  const std::size_t row = rows > 0 ? section.payload.size() / static_cast<std::size_t>(rows) : 0;
  const Bytes &payload = section.payload;
  switch (choice % 8) {
    case 0:
      archive.sections.erase(archive.sections.begin() + static_cast<std::ptrdiff_t>(which));
      break;
    case 1:
      if (rows == 0) break;
      section = with_content(section, rows - 1, columns, payload.substr(0, payload.size() - row));
      break;
    case 2:
      section = with_content(section, rows + (row > 0), columns, payload.substr(0, row) + payload);
      break;
    case 3:
      section = with_content(section, columns, rows, payload);
      break;
    default:
      std::swap(section.name, archive.sections[choice / 8 / count % count].name);
  }
  return archive;
}

}  // namespace manifact
