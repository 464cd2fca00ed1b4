// The compact protocol of Apache Thrift, written: structures, of which some fields are copied.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "readers/modules/thrift.hpp"

namespace cli::thrift {

inline std::string varint_of(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  return bytes + static_cast<char>(value);
}

inline std::string integer_of(std::int64_t value) {
  const auto sign = static_cast<std::uint64_t>(value < 0 ? -1 : 0);
  return varint_of(static_cast<std::uint64_t>(value) << 1 ^ sign);
}

inline std::string text_of(std::string_view text) { return varint_of(text.size()).append(text); }

// What stands before the elements.
inline std::string list_of(Type type, std::size_t size) {
  constexpr std::size_t most_short = 14;
  const std::size_t nibble = size > most_short ? most_short + 1 : size;
  std::string head(1, static_cast<char>(nibble << 4 | type));
  return size > most_short ? head + varint_of(size) : head;
}

// A structure. The fields are added in the order of their numbers.
class Writer {
 public:
  // The bytes of a value as they are.
  Writer &field(std::int64_t id, Type type, std::string_view value) {
    const std::int64_t step = id - last_;
    const bool is_short = step > 0 && step < 16;
    bytes_ += static_cast<char>((is_short ? step << 4 : 0) | type);
    if (!is_short) bytes_ += integer_of(id);
    bytes_ += value;
    last_ = id;
    return *this;
  }
  Writer &number(std::int64_t id, Type type, std::int64_t value) {
    return field(id, type, integer_of(value));
  }
  Writer &text(std::int64_t id, std::string_view value) {
    return field(id, binary, text_of(value));
  }
  std::string done() const { return bytes_ + '\0'; }

 private:
  std::string bytes_;
  std::int64_t last_ = 0;
};

// The bytes of a value, which is passed.
inline std::string_view raw_value(Reader &reader, Type type) {
  const std::string_view rest = reader.rest();
  reader.skip(type);
  return rest.substr(0, rest.size() - reader.rest().size());
}

// A structure again. `edit(id, type, bytes, to)` writes a field of it and returns true, or returns
// false: then it is copied.
template <class Edit>
std::string rewritten(Reader &reader, Edit &&edit) {
  Writer to;
  reader.fields([&](std::int64_t id, Type type) {
    const std::string_view bytes = raw_value(reader, type);
    if (!edit(id, type, bytes, to)) to.field(id, type, bytes);
    return true;
  });
  return to.done();
}

}  // namespace cli::thrift
