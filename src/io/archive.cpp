#include "io/archive.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>

#include "io/archive_layout.hpp"
#include "io/crc32.hpp"
#include "io/messages.hpp"
#include "io/source.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "shared/byte_order.hpp"

namespace manifact {

using namespace archive;

namespace {

// 0 for a type of a later release.
std::size_t size_of_type(SectionType type) noexcept {
  switch (type) {
    case SectionType::text:
      return 1;
    case SectionType::int32:
    case SectionType::single:
      return 4;
    case SectionType::int64:
    case SectionType::real:
      return 8;
  }
  return 0;
}

// Checks the first bytes before any checksum: whether this is an archive, and one that this reader
// supports.
void check_start(const unsigned char *data, std::size_t size, const char *source) {
  if (size < magic.size() || std::memcmp(data, magic.data(), magic.size()) != 0)
    fail(Status::format, "%s is not a Manifact model", source);
  if (size < header_size)
    fail(Status::corrupt, "%s is truncated: only %zu bytes of the model are present", source, size);
  const auto needed = load_little_endian<std::uint32_t>(data + at_oldest_reader);
  if (needed > format_number)
    fail(Status::version,
         "%s is a model of a later release: it requires a reader of format %lu, this one supports "
         "format %lu",
         source, static_cast<unsigned long>(needed), static_cast<unsigned long>(format_number));
}

}  // namespace

ArchiveReader::ArchiveReader(const void *data, std::size_t size, std::string source)
    : data_(static_cast<const unsigned char *>(data)), size_(size), source_(std::move(source)) {
  check_start(data_, size_, source_.c_str());
  const auto claimed = load_little_endian<std::uint64_t>(data_ + at_file_size);
  if (claimed != size_)
    refuse("the model should have %llu bytes, but has %zu",
           static_cast<unsigned long long>(claimed), size_);
  const std::size_t count = load_little_endian<std::uint32_t>(data_ + at_sections);
  if (count > (size_ - header_size) / entry_size)
    refuse("its table of %zu sections does not fit into the file", count);
  const std::size_t table_size = count * entry_size;
  const std::uint32_t checksum =
      crc32_of(data_ + header_size, table_size, crc32_of(data_, at_checksum));
  if (checksum != load_little_endian<std::uint32_t>(data_ + at_checksum))
    refuse("the checksum of its table is wrong");

  std::uint64_t end = header_size + table_size;
  sections_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) sections_.push_back(read_entry(i, end));
  if (end != size_)
    refuse("%llu bytes follow its last section", static_cast<unsigned long long>(size_ - end));
  std::sort(sections_.begin(), sections_.end(),
            [](const Section &a, const Section &b) { return a.name < b.name; });
  for (std::size_t i = 1; i < count; ++i)
    if (sections_[i].name == sections_[i - 1].name)
      refuse("two of its sections are named %s", shown_text(sections_[i].name, 47).c_str());
}

// `end` is the end of the previous sections.
ArchiveReader::Section ArchiveReader::read_entry(std::size_t number, std::uint64_t &end) const {
  const unsigned char *entry = data_ + header_size + number * entry_size;
  const char *letters = reinterpret_cast<const char *>(entry);
  const char *stop = std::find_if_not(letters, letters + name_size, is_name_character);
  if (stop == letters || stop == letters + name_size ||
      std::any_of(stop, letters + name_size, [](char c) { return c != '\0'; }))
    refuse("section %zu has an invalid name", number);

  Section section{};
  section.name = {letters, static_cast<std::size_t>(stop - letters)};
  section.type = SectionType{load_little_endian<std::uint32_t>(entry + at_type)};
  section.rows = load_little_endian<Index>(entry + at_rows);
  section.columns = load_little_endian<Index>(entry + at_columns);
  const auto offset = load_little_endian<std::uint64_t>(entry + at_offset),
             length = load_little_endian<std::uint64_t>(entry + at_size);
  const std::string name = shown_text(section.name, name_size);
  if (offset % alignment != 0 || offset < end || offset > size_ || length > size_ - offset)
    refuse("section %s has an invalid position in the file", name.c_str());
  // No checksum covers the gaps; requiring zeros ensures that no damage goes undetected.
  if (std::any_of(data_ + end, data_ + offset, [](unsigned char byte) { return byte != 0; }))
    refuse("there is unexpected data before section %s", name.c_str());
  section.data = data_ + offset;
  section.size = static_cast<std::size_t>(length);
  end = offset + length;
  check_dimensions(section);
  if (crc32_of(section.data, section.size) !=
      load_little_endian<std::uint32_t>(entry + at_payload_checksum))
    refuse("the checksum of section %s is wrong", name.c_str());
  return section;
}

void ArchiveReader::check_dimensions(const Section &section) const {
  const std::size_t entry = size_of_type(section.type);
  if (entry == 0) return;
  std::uint64_t entries = 0, bytes = 0;
  if (section.rows < 0 || section.columns < 0 ||
      (section.type == SectionType::text && section.columns != 1) ||
      __builtin_mul_overflow(static_cast<std::uint64_t>(section.rows),
                             static_cast<std::uint64_t>(section.columns), &entries) ||
      __builtin_mul_overflow(entries, std::uint64_t{entry}, &bytes) || bytes != section.size)
    refuse("section %s of %lld x %lld has an inconsistent size of %zu bytes",
           shown_text(section.name, name_size).c_str(), shown(section.rows), shown(section.columns),
           section.size);
}

const ArchiveReader::Section *ArchiveReader::find(std::string_view name) const noexcept {
  const auto at = std::lower_bound(sections_.begin(), sections_.end(), name,
                                   [](const Section &s, std::string_view n) { return s.name < n; });
  return at != sections_.end() && at->name == name ? &*at : nullptr;
}

const ArchiveReader::Section &ArchiveReader::need(std::string_view name) const {
  const Section *section = find(name);
  if (section == nullptr) refuse("section %s is missing", shown_text(name, name_size).c_str());
  return *section;
}

const ArchiveReader::Section &ArchiveReader::need(std::string_view name, SectionType type,
                                                  Index rows, Index columns) const {
  const Section &section = need(name);
  if (section.type != type)
    refuse("section %s has type %u instead of %u", shown_text(name, name_size).c_str(),
           static_cast<unsigned>(section.type), static_cast<unsigned>(type));
  if ((rows >= 0 && rows != section.rows) || (columns >= 0 && columns != section.columns))
    refuse("section %s is %lld x %lld, which is inconsistent with other sections",
           shown_text(name, name_size).c_str(), shown(section.rows), shown(section.columns));
  return section;
}

std::string_view ArchiveReader::text(std::string_view name) const {
  const Section &section = need(name, SectionType::text, -1, -1);
  return {reinterpret_cast<const char *>(section.data), section.size};
}

void ArchiveReader::copy_numbers(const Section &section, void *to,
                                 std::size_t number_size) noexcept {
  if (section.size == 0) return;
  std::memcpy(to, section.data, section.size);
  to_little_endian(static_cast<unsigned char *>(to), section.size / number_size, number_size);
}

void ArchiveReader::refuse(const char *format, ...) const {
  char sentence[300];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  fail(Status::corrupt, "%s is damaged: %s", source_.c_str(), sentence);
}

Array<unsigned char> read_archive(const char *path, const std::shared_ptr<Memory> &memory,
                                  Monitor &monitor) {
  constexpr Index first_size = Index{1} << 16;
  const std::string name = shown_input(path);
  const std::unique_ptr<Source> source = open_file(path, monitor);
  Array<unsigned char> bytes(memory, header_size);
  Index held = 0;
  const auto fill = [&] {
    for (std::size_t count = 1; held < bytes.size() && count > 0; held += static_cast<Index>(count))
      count = source->read(reinterpret_cast<char *>(bytes.data()) + held,
                           static_cast<std::size_t>(bytes.size() - held));
    return held == bytes.size();
  };
  fill();
  check_start(bytes.data(), static_cast<std::size_t>(held), name.c_str());

  constexpr std::uint64_t most = std::numeric_limits<Index>::max();
  const auto claimed = static_cast<Index>(
      std::min(load_little_endian<std::uint64_t>(bytes.data() + at_file_size), most));
  while (held < claimed) {
    // If the size is not certain, the buffer grows to at most twice the bytes read so far.
    const bool sure = source->size() == claimed;
    Array<unsigned char> larger = Array<unsigned char>::uninitialized(
        memory, sure ? claimed : std::min(claimed, std::max(first_size, 2 * held)));
    std::memcpy(larger.data(), bytes.data(), static_cast<std::size_t>(held));
    bytes = std::move(larger);
    if (!fill())
      fail(Status::corrupt, "%s is truncated after %lld of %lld bytes", name.c_str(), shown(held),
           shown(claimed));
  }
  char more = 0;
  if (held > claimed || source->read(&more, 1) > 0)
    fail(Status::corrupt, "%s is damaged: it has more than the expected %lld bytes", name.c_str(),
         shown(claimed));
  return bytes;
}

namespace {

// The bytes in file order, in pieces: directly on a little-endian machine, else converted block by
// block.
template <class Visit>
void each_block(const unsigned char *bytes, std::size_t size, std::size_t number_size,
                const Visit &visit) {
  if (!is_big_endian || number_size == 1) {
    if (size > 0) visit(bytes, size);
    return;
  }
  unsigned char block[4096];
  for (std::size_t done = 0; done < size; done += sizeof block) {
    const std::size_t part = std::min(sizeof block, size - done);
    std::memcpy(block, bytes + done, part);
    to_little_endian(block, part / number_size, number_size);
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
    store_little_endian(entry + at_type, static_cast<std::uint32_t>(section.type));
    store_little_endian(entry + at_payload_checksum, checksum);
    store_little_endian(entry + at_rows, section.rows);
    store_little_endian(entry + at_columns, section.columns);
    store_little_endian(entry + at_offset, offset);
    store_little_endian(entry + at_size, static_cast<std::uint64_t>(section.size()));
    end = offset + section.size();
    entry += entry_size;
  }
  std::memcpy(header, magic.data(), magic.size());
  store_little_endian(header + at_format, format_number);
  store_little_endian(header + at_oldest_reader, oldest_reader);
  store_little_endian(header + at_file_size, end);
  store_little_endian(header + at_sections, static_cast<std::uint32_t>(sections_.size()));
  const std::uint32_t checksum = crc32_of(header, at_checksum);
  store_little_endian(header + at_checksum,
                      crc32_of(header + header_size, bytes.size() - header_size, checksum));
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
