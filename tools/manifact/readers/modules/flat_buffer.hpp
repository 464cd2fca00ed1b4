// FlatBuffers, in which Arrow writes what its messages hold. Every position is checked.
// https://flatbuffers.dev/internals/
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "shared/byte_order.hpp"

namespace cli::flat {

struct Damaged {};

class Table;

// Elements of a vector that are numbers or structures, by their size.
class Vector {
 public:
  Vector() = default;
  Vector(std::string_view all, std::size_t begin, std::uint32_t size)
      : all_(all), begin_(begin), size_(size) {}

  std::uint32_t size() const { return size_; }
  void need(std::size_t element_bytes) const {
    if ((all_.size() - begin_) / element_bytes < size_) throw Damaged{};
  }
  // A part of an element, after need().
  template <class T>
  T number(std::size_t place) const {
    return manifact::load_little_endian<T>(all_.data() + begin_ + place);
  }
  Table table(std::uint32_t i) const;
  // The elements, after need().
  std::string_view elements(std::size_t element_bytes) const {
    return all_.substr(begin_, size_ * element_bytes);
  }

 private:
  std::string_view all_;
  std::size_t begin_ = 0;
  std::uint32_t size_ = 0;
};

class Table {
 public:
  // The table to which the 4 bytes at a place point.
  Table(std::string_view all, std::size_t pointer)
      : all_(all), at_(pointer + load<std::uint32_t>(pointer)) {
    const auto back = load<std::int32_t>(at_);
    const std::int64_t fields = static_cast<std::int64_t>(at_) - back;
    if (fields < 0) throw Damaged{};
    fields_ = static_cast<std::size_t>(fields);
    fields_size_ = load<std::uint16_t>(fields_);
    if (fields_size_ < 4 || fields_size_ > all_.size() - fields_) throw Damaged{};
  }
  // The root of a message.
  static Table root(std::string_view all) { return {all, 0}; }

  template <class T>
  T number(int field, T missing = T()) const {
    const std::size_t place = place_of(field);
    return place == 0 ? missing : load<T>(place);
  }
  bool has(int field) const { return place_of(field) != 0; }
  std::size_t place() const { return at_; }
  // Where the part that the field refers to begins; 0 if it is missing.
  std::size_t place_of_part(int field) const {
    const std::size_t place = place_of(field);
    return place == 0 ? 0 : place + load<std::uint32_t>(place);
  }
  std::string_view text(int field) const {
    const std::size_t place = place_of(field);
    if (place == 0) return "";
    const std::size_t begin = place + load<std::uint32_t>(place);
    const auto size = load<std::uint32_t>(begin);
    if (size > all_.size() - begin - sizeof size) throw Damaged{};
    return all_.substr(begin + sizeof size, size);
  }
  Table table(int field) const {
    const std::size_t place = place_of(field);
    if (place == 0) throw Damaged{};
    return {all_, place};
  }
  Vector vector(int field) const {
    const std::size_t place = place_of(field);
    if (place == 0) return {};
    const std::size_t begin = place + load<std::uint32_t>(place);
    const auto size = load<std::uint32_t>(begin);
    const Vector vector(all_, begin + sizeof size, size);
    vector.need(1);
    return vector;
  }

 private:
  template <class T>
  T load(std::size_t place) const {
    static_assert(std::is_arithmetic_v<T>);
    if (place > all_.size() || sizeof(T) > all_.size() - place) throw Damaged{};
    return manifact::load_little_endian<T>(all_.data() + place);
  }
  // 0: the field is missing.
  std::size_t place_of(int field) const {
    const std::size_t entry = 4 + 2 * static_cast<std::size_t>(field);
    if (entry + 2 > fields_size_) return 0;
    const auto offset = load<std::uint16_t>(fields_ + entry);
    return offset == 0 ? 0 : at_ + offset;
  }

  std::string_view all_;
  std::size_t at_, fields_ = 0;
  std::uint16_t fields_size_ = 0;
};

inline Table Vector::table(std::uint32_t i) const {
  need(4);
  return {all_, begin_ + 4 * static_cast<std::size_t>(i)};
}

}  // namespace cli::flat
