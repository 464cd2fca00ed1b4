// A set of strings without NULs, numbered 0, 1, ... as they come: the bytes of all in one arena,
// each with a NUL behind it, found by open addressing.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "runtime/index.hpp"
#include "text/list.hpp"

namespace manifact {

class Terms {
 public:
  explicit Terms(const std::shared_ptr<Memory> &memory) noexcept
      : bytes_(memory), entries_(memory) {}

  // Fixed: numbers of the terms never depend on it, only their places in the table do.
  static std::uint32_t hash(std::string_view term) noexcept;

  // The number of a term, -1 when it is not there.
  std::int32_t find(std::string_view term) const noexcept { return find(term, hash(term)); }
  std::int32_t find(std::string_view term, std::uint32_t hash) const noexcept;

  // The number of a term, new or old. When memory runs out nothing has changed.
  std::int32_t add(std::string_view term) { return add(term, hash(term)); }
  std::int32_t add(std::string_view term, std::uint32_t hash);

  // A term that may be there already: it gets the next number, and is found only when it is the
  // first of its kind.
  void append(std::string_view term);

  // Room in the table for so many terms.
  void expect(Index terms) { widen(terms); }

  Index size() const noexcept { return entries_.size(); }
  std::string_view operator[](Index number) const noexcept {
    const Entry &entry = entries_[number];
    return {bytes_.data() + entry.offset,
            static_cast<std::size_t>(
                (number + 1 < size() ? entries_[number + 1].offset : bytes_.size()) - entry.offset -
                1)};
  }
  std::uint32_t hash_of(Index number) const noexcept { return entries_[number].hash; }

  // All terms one behind the other, each with its NUL.
  std::string_view bytes() const noexcept {
    return {bytes_.data(), static_cast<std::size_t>(bytes_.size())};
  }

 private:
  struct Entry {
    Index offset;
    std::uint32_t hash;
  };
  // Most words are of at most seven bytes: these are told by the slot alone.
  struct Slot {
    std::uint64_t head;  // first eight bytes; fewer with zeros behind
    std::uint32_t hash;
    std::int32_t number;  // + 1; 0 = free
  };

  Index place(std::string_view term, std::uint32_t hash) const noexcept;
  void widen(Index terms);
  void store(std::string_view term, std::uint32_t hash);

  List<char> bytes_;
  List<Entry> entries_;
  Array<Slot> slots_;  // a power of two of them, at most two thirds in use
};

}  // namespace manifact
