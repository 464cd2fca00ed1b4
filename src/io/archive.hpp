// The container of the model file: named arrays and texts, independent of their meaning.
//
// All numbers are little-endian; the same content gives the same bytes on every machine.
//
//   offset  size  header
//        0     8  "MANIFACT"
//        8     4  format of the container, 1
//       12     4  the oldest reader format that understands the file, 1; a reader of a lower one
//                 must stop here
//       16     8  size of the whole file in bytes
//       24     4  number of sections, s
//       28     4  CRC-32 of bytes 0 .. 27 and of the table
//       32  88 s  table, one entry per section:
//
//        0    48  name: 1 to 47 characters of '!' .. '~', then zeros; no name occurs twice
//       48     4  type: 0 text (UTF-8, any bytes), 1 int32, 2 int64, 3 float, 4 double (IEEE 754);
//                 others belong to later releases
//       52     4  CRC-32 of the payload
//       56     8  rows                    \  payload size = rows * columns * size of the type;
//       64     8  columns                 /  text: rows = bytes, columns = 1
//       72     8  offset of the payload from the beginning of the file, a multiple of 8
//       80     8  size of the payload in bytes
//
// The payloads follow in the order of the table without overlap, with zero padding to a multiple of
// 8 between them; the file ends with the last one. Arrays are row-major. CRC-32 is that of gzip and
// PNG (polynomial 0xedb88320, reflected, inverted before and after). Readers ignore sections with
// unknown names or types, so that later releases can add some.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/array.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

enum class SectionType : std::uint32_t { text = 0, int32 = 1, int64 = 2, single = 3, real = 4 };

template <class T>
concept ArchiveNumber = std::same_as<T, std::int32_t> || std::same_as<T, Index> ||
    std::same_as<T, float> || std::same_as<T, double>;

template <ArchiveNumber T>
constexpr SectionType section_type() noexcept {
  if constexpr (std::same_as<T, std::int32_t>) return SectionType::int32;
  if constexpr (std::same_as<T, Index>) return SectionType::int64;
  if constexpr (std::same_as<T, float>) return SectionType::single;
  return SectionType::real;
}

class ArchiveWriter {
 public:
  // Consumes all `size` bytes and returns true, or false to abort.
  using Sink = std::function<bool(const void *data, std::size_t size)>;

  // Texts are kept; views of texts and numbers are not copied: they must stay valid until finish().
  void text(std::string_view name, std::string content);
  void text_view(std::string_view name, std::string_view content) {
    add(name, SectionType::text, content.data(), 1, static_cast<Index>(content.size()), 1);
  }
  template <ArchiveNumber T>
  void numbers(std::string_view name, const T *values, Index rows, Index columns = 1) {
    add(name, section_type<T>(), values, sizeof(T), rows, columns);
  }
  // A whole archive as a text. What it refers to must stay valid, too.
  void archive(std::string_view name, ArchiveWriter content);

  std::size_t size() const noexcept;  // in bytes

  // Writes everything. Throws Error(io) if the sink aborts.
  void finish(const Sink &sink) const;

 private:
  struct Section {
    std::string name;
    SectionType type;
    Index rows, columns;
    std::size_t entry_size;
    const void *values;                           // null for a text
    std::string content;                          // of a text
    std::shared_ptr<const ArchiveWriter> inside;  // an archive, whose front is in `content`

    std::size_t size() const noexcept;
    template <class Visit>
    void each_block(const Visit &visit) const;
  };

  void add(std::string_view name, SectionType type, const void *values, std::size_t value_size,
           Index rows, Index columns);
  void check_name(std::string_view name) const;
  std::string front() const;  // header and table
  // Visits what follows the front, in the order of the file.
  template <class Visit>
  void payloads(const Visit &visit) const;

  std::vector<Section> sections_;
};

// A view of the bytes of a whole archive, which must stay valid. The constructor validates all
// properties of the table above before any of it is used; it allocates only a list of the sections.
// `source` names the file in messages. Errors: format (not an archive), version (of a later
// release), corrupt (damaged, or a section is not as requested).
class ArchiveReader {
 public:
  ArchiveReader(const void *data, std::size_t size, std::string source);

  bool has(std::string_view name) const noexcept { return find(name) != nullptr; }
  std::string_view text(std::string_view name) const;
  Index rows(std::string_view name) const { return need(name).rows; }
  Index columns(std::string_view name) const { return need(name).columns; }

  // A copy of the numbers. The type must be T and the dimensions as given, -1 for any.
  template <ArchiveNumber T>
  Array<T> numbers(std::string_view name, Index rows, Index columns,
                   const std::shared_ptr<Memory> &memory) const {
    const Section &section = need(name, section_type<T>(), rows, columns);
    Array<T> values = Array<T>::uninitialized(memory, section.rows * section.columns);
    copy_numbers(section, values.data(), sizeof(T));
    return values;
  }

  // For callers that find invalid content: "file 'x' is damaged: <sentence>".
  [[noreturn]] void refuse(const char *format, ...) const __attribute__((format(printf, 2, 3)));

 private:
  struct Section {
    std::string_view name;
    SectionType type;
    std::uint32_t checksum;
    Index rows, columns;
    const unsigned char *data;
    std::size_t size;
  };

  Section read_entry(std::size_t number, std::uint64_t &end) const;
  void check_dimensions(const Section &section) const;
  const Section *find(std::string_view name) const noexcept;
  const Section &need(std::string_view name) const;
  const Section &need(std::string_view name, SectionType type, Index rows, Index columns) const;
  static void copy_numbers(const Section &section, void *to, std::size_t number_size) noexcept;

  const unsigned char *data_;
  std::size_t size_;
  std::string source_;
  std::vector<Section> sections_;  // by name
};

// The bytes of an archive file, for an ArchiveReader. Memory is proportional to the actual size,
// not to the size in the header, and only the header is read if the file does not begin like an
// archive.
Array<unsigned char> read_archive(const char *path, const std::shared_ptr<Memory> &memory,
                                  Monitor &monitor);

}  // namespace manifact
