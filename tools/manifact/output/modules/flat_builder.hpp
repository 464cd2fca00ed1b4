// FlatBuffers in front of an earlier one, to whose parts they refer: what is not changed stays as
// it was written.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/byte_order.hpp"

namespace cli::flat {

class Builder {
 public:
  struct Slot {
    int field, width;  // bytes, at most 8
    std::int64_t value = 0;
  };
  // A reference, which refer() or refer_to_earlier() sets.
  static Slot reference(int field) { return {field, 4}; }

  // A table: the places of its slots, after its own place.
  std::vector<std::size_t> add_table(const std::vector<Slot> &slots) {
    int fields = 0;
    for (const Slot &slot : slots) fields = slot.field >= fields ? slot.field + 1 : fields;
    const std::size_t size_of_list = 4 + 2 * static_cast<std::size_t>(fields);
    while ((bytes_.size() + size_of_list) % 8 != 0) bytes_ += '\0';
    const std::size_t list = bytes_.size(), table = list + size_of_list;
    std::vector<std::size_t> places{table};
    std::size_t end = 4;
    for (const Slot &slot : slots) {
      const auto width = static_cast<std::size_t>(slot.width);
      end = (end + width - 1) / width * width;
      places.push_back(table + end);
      end += width;
    }
    bytes_.resize(table + end);
    put(list, static_cast<std::uint16_t>(size_of_list));
    put(list + 2, static_cast<std::uint16_t>(end));
    put(table, static_cast<std::int32_t>(size_of_list));
    for (std::size_t i = 0; i < slots.size(); ++i) {
      put(list + 4 + 2 * static_cast<std::size_t>(slots[i].field),
          static_cast<std::uint16_t>(places[i + 1] - table));
      char value[sizeof slots[i].value];
      manifact::store_little_endian(value, slots[i].value);
      std::memcpy(bytes_.data() + places[i + 1], value, static_cast<std::size_t>(slots[i].width));
    }
    return places;
  }

  // A vector of elements of 4, 8, 16 or 24 bytes; its place. Those of a vector of references follow
  // it, 4 bytes each.
  std::size_t add_vector(std::uint32_t count, std::string_view elements, std::size_t alignment) {
    while ((bytes_.size() + 4) % alignment != 0) bytes_ += '\0';
    const std::size_t place = bytes_.size();
    bytes_.append(4, '\0').append(elements);
    put(place, count);
    return place;
  }
  std::size_t add_text(std::string_view text) {
    const std::size_t place = add_vector(static_cast<std::uint32_t>(text.size()), text, 4);
    bytes_ += '\0';
    return place;
  }

  void refer(std::size_t from, std::size_t to) { put(from, static_cast<std::uint32_t>(to - from)); }
  void refer_to_earlier(std::size_t from, std::size_t place) { waiting_.emplace_back(from, place); }

  // The root is the table at this place.
  std::string finish(std::size_t root, std::string_view earlier) {
    while (bytes_.size() % 8 != 0) bytes_ += '\0';
    for (const auto &[from, place] : waiting_) refer(from, bytes_.size() + place);
    refer(0, root);
    return std::move(bytes_.append(earlier));
  }

 private:
  template <class T>
  void put(std::size_t place, T value) {
    manifact::store_little_endian(bytes_.data() + place, value);
  }

  std::string bytes_ = std::string(8, '\0');  // of the reference to the root
  std::vector<std::pair<std::size_t, std::size_t>> waiting_;
};

}  // namespace cli::flat
