#include "io/archive.hpp"
#include "io/archive_layout.hpp"
#include "io/crc32.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

using namespace archive;

namespace {

// The bytes in file order, in pieces: directly on a little-endian machine, else converted block by
// block.
template <class Visit>
void each_block(const unsigned char *bytes, std::size_t size, std::size_t number_size,
                Visit &&visit) {
  if (!big_endian || number_size == 1) {
    if (size > 0) visit(bytes, size);
    return;
  }
  unsigned char block[4096];
  for (std::size_t done = 0; done < size; done += sizeof block) {
    const std::size_t part = std::min(sizeof block, size - done);
    std::memcpy(block, bytes + done, part);
    swap_bytes(block, part / number_size, number_size);
    visit(static_cast<const unsigned char *>(block), part);
  }
}

}  // namespace

const unsigned char *ArchiveWriter::Section::bytes() const noexcept {
  return static_cast<const unsigned char *>(type == SectionType::text ? content.data() : values);
}

std::size_t ArchiveWriter::Section::size() const noexcept {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * entry_size;
}

void ArchiveWriter::check_name(std::string_view name) const {
  bool good = !name.empty() && name.size() < name_size &&
              std::all_of(name.begin(), name.end(), is_name_character);
  for (const Section &section : sections_) good = good && section.name != name;
  if (!good)
    fail(Status::internal, "'%.*s' is invalid or duplicate as the name of a section",
         static_cast<int>(name.size()), name.data());
}

void ArchiveWriter::text(std::string_view name, std::string content) {
  check_name(name);
  const auto size = static_cast<Index>(content.size());
  sections_.push_back(
      {std::string(name), SectionType::text, size, 1, 1, nullptr, std::move(content)});
}

void ArchiveWriter::add(std::string_view name, SectionType type, const void *values,
                        std::size_t value_size, Index rows, Index columns) {
  check_name(name);
  sections_.push_back({std::string(name), type, rows, columns, value_size, values, {}});
}

std::size_t ArchiveWriter::size() const noexcept {
  std::uint64_t end = header_size + sections_.size() * entry_size;
  for (const Section &section : sections_) end = aligned(end) + section.size();
  return end;
}

// Writes the header and the table.
std::vector<unsigned char> ArchiveWriter::front() const {
  std::vector<unsigned char> bytes(header_size + sections_.size() * entry_size);
  std::uint64_t end = bytes.size();
  unsigned char *entry = bytes.data() + header_size;
  for (const Section &section : sections_) {
    std::uint32_t checksum = 0;
    each_block(section.bytes(), section.size(), section.entry_size,
               [&](const unsigned char *block, std::size_t size) {
                 checksum = crc32_of(block, size, checksum);
               });
    const std::uint64_t offset = aligned(end);
    std::memcpy(entry, section.name.data(), section.name.size());
    put(entry + at_type, static_cast<std::uint32_t>(section.type));
    put(entry + at_payload_checksum, checksum);
    put(entry + at_rows, section.rows);
    put(entry + at_columns, section.columns);
    put(entry + at_offset, offset);
    put(entry + at_size, static_cast<std::uint64_t>(section.size()));
    end = offset + section.size();
    entry += entry_size;
  }
  unsigned char *header = bytes.data();
  std::memcpy(header, magic.data(), magic.size());
  put(header + at_format, format_number);
  put(header + at_oldest_reader, oldest_reader);
  put(header + at_file_size, end);
  put(header + at_sections, static_cast<std::uint32_t>(sections_.size()));
  const std::uint32_t checksum = crc32_of(header, at_checksum);
  put(header + at_checksum, crc32_of(header + header_size, bytes.size() - header_size, checksum));
  return bytes;
}

void ArchiveWriter::finish(const Sink &sink) const {
  const auto write = [&](const unsigned char *data, std::size_t size) {
    if (!sink(data, size)) fail(Status::io, "the model was not written: the write callback failed");
  };
  const std::vector<unsigned char> head = front();
  write(head.data(), head.size());
  std::uint64_t end = head.size();
  for (const Section &section : sections_) {
    constexpr unsigned char zeros[alignment] = {};
    const std::uint64_t gap = aligned(end) - end;
    if (gap > 0) write(zeros, gap);
    each_block(section.bytes(), section.size(), section.entry_size, write);
    end += gap + section.size();
  }
}

}  // namespace manifact
