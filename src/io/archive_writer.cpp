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
                const Visit &visit) {
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

std::size_t ArchiveWriter::Section::size() const noexcept {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * entry_size;
}

template <class Visit>
void ArchiveWriter::Section::each_block(const Visit &visit) const {
  if (values != nullptr)
    return manifact::each_block(static_cast<const unsigned char *>(values), size(), entry_size,
                                visit);
  if (!content.empty())
    visit(reinterpret_cast<const unsigned char *>(content.data()), content.size());
  if (inside) inside->payloads(visit);
}

template <class Visit>
void ArchiveWriter::payloads(const Visit &visit) const {
  constexpr unsigned char zeros[alignment] = {};
  std::uint64_t end = header_size + sections_.size() * entry_size;
  for (const Section &section : sections_) {
    if (const std::uint64_t gap = aligned(end) - end; gap > 0) visit(zeros, gap);
    section.each_block(visit);
    end = aligned(end) + section.size();
  }
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
      {std::string(name), SectionType::text, size, 1, 1, nullptr, std::move(content), nullptr});
}

void ArchiveWriter::archive(std::string_view name, ArchiveWriter content) {
  check_name(name);
  const auto size = static_cast<Index>(content.size());
  std::string front = content.front();
  sections_.push_back({std::string(name), SectionType::text, size, 1, 1, nullptr, std::move(front),
                       std::make_shared<const ArchiveWriter>(std::move(content))});
}

void ArchiveWriter::add(std::string_view name, SectionType type, const void *values,
                        std::size_t value_size, Index rows, Index columns) {
  check_name(name);
  sections_.push_back({std::string(name), type, rows, columns, value_size, values, {}, nullptr});
}

std::size_t ArchiveWriter::size() const noexcept {
  std::uint64_t end = header_size + sections_.size() * entry_size;
  for (const Section &section : sections_) end = aligned(end) + section.size();
  return end;
}

std::string ArchiveWriter::front() const {
  std::string bytes(header_size + sections_.size() * entry_size, '\0');
  std::uint64_t end = bytes.size();
  auto *const header = reinterpret_cast<unsigned char *>(bytes.data());
  unsigned char *entry = header + header_size;
  for (const Section &section : sections_) {
    std::uint32_t checksum = 0;
    section.each_block([&](const unsigned char *block, std::size_t size) {
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
  const std::string head = front();
  write(reinterpret_cast<const unsigned char *>(head.data()), head.size());
  payloads(write);
}

}  // namespace manifact
