// The compact protocol of Apache Thrift, in which Parquet writes its headers. Every length is
// checked against the bytes that remain.
#pragma once

#include <cstdint>
#include <string_view>

namespace cli::thrift {

enum Type : unsigned char {
  stop = 0,
  yes = 1,
  no = 2,
  byte = 3,
  i16 = 4,
  i32 = 5,
  i64 = 6,
  real = 7,
  binary = 8,
  list = 9,
  set = 10,
  map = 11,
  structure = 12
};

struct Damaged {
  const char *reason;
};

struct List {
  Type type;
  std::uint32_t size;
};

// A position in a message. What does not fit is thrown as Damaged.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::size_t place() const { return at_; }
  std::string_view rest() const { return bytes_.substr(at_); }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const unsigned char next = one();
      value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw Damaged{"a number is too long"};
  }
  std::int64_t integer() {
    const std::uint64_t value = varint();
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
  }
  std::string_view text() {
    const std::uint64_t size = varint();
    if (size > bytes_.size() - at_) throw Damaged{"a text is longer than the rest"};
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  List list_begin() {
    const unsigned char head = one();
    const std::uint64_t size = head >> 4 == 15 ? varint() : head >> 4;
    // Each element takes a byte at least.
    if (size > bytes_.size() - at_) throw Damaged{"a list is longer than the rest"};
    return {static_cast<Type>(head & 15), static_cast<std::uint32_t>(size)};
  }

  // Calls `field(id, type)` for each field of a structure, which must read it and return true, or
  // return false: then it is skipped. A truth value is its type.
  template <class Field>
  void fields(Field &&field) {
    const Deeper deeper(*this);
    std::int64_t id = 0;
    for (;;) {
      const unsigned char head = one();
      const auto type = static_cast<Type>(head & 15);
      if (type == stop) return;
      id = head >> 4 == 0 ? integer() : id + (head >> 4);
      if (!field(id, type)) skip(type);
    }
  }

  void skip(Type type, bool is_element = false);

 private:
  struct Deeper {
    explicit Deeper(Reader &of) : reader(of) {
      if (++reader.depth_ > 32) throw Damaged{"it is nested too deeply"};
    }
    ~Deeper() { --reader.depth_; }
    Reader &reader;
  };

  unsigned char one() {
    if (at_ >= bytes_.size()) throw Damaged{"it ends too soon"};
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  void pass(std::size_t count) {
    if (count > bytes_.size() - at_) throw Damaged{"it ends too soon"};
    at_ += count;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

inline void Reader::skip(Type type, bool is_element) {
  const Deeper deeper(*this);
  switch (type) {
    case yes:
    case no:
      return pass(is_element ? 1 : 0);
    case byte:
      return pass(1);
    case i16:
    case i32:
    case i64:
      varint();
      return;
    case real:
      return pass(8);
    case binary:
      text();
      return;
    case list:
    case set: {
      const List elements = list_begin();
      for (std::uint32_t i = 0; i < elements.size; ++i) skip(elements.type, true);
      return;
    }
    case map: {
      const std::uint64_t size = varint();
      if (size == 0) return;
      const unsigned char types = one();
      if (size > bytes_.size() - at_) throw Damaged{"a map is longer than the rest"};
      for (std::uint64_t i = 0; i < size; ++i) {
        skip(static_cast<Type>(types >> 4), true);
        skip(static_cast<Type>(types & 15), true);
      }
      return;
    }
    case structure:
      return fields([](std::int64_t, Type) { return false; });
    default:
      throw Damaged{"a field has an unknown type"};
  }
}

}  // namespace cli::thrift
