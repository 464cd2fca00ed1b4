// A set of strings without NULs, numbered 0, 1, ... in order of insertion: all bytes in one arena,
// each string followed by a NUL, with an open-addressing hash table.
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

  // A fixed function: the numbers of terms never depend on it, only their positions in the table.
  static std::uint32_t hash(std::string_view term) noexcept;

  // The number of a term, -1 if it is missing.
  std::int32_t find(std::string_view term) const noexcept { return find(term, hash(term)); }
  std::int32_t find(std::string_view term, std::uint32_t hash) const noexcept;

  // The number of a term, existing or new. If memory runs out, nothing changes.
  std::int32_t add(std::string_view term) { return add(term, hash(term)); }
  std::int32_t add(std::string_view term, std::uint32_t hash);

  // Appends a term that may exist already: it gets the next number, and find() returns this number
  // only if the term is new.
  void append(std::string_view term);

  // Reserves space in the table for this many terms.
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

  // All terms concatenated, each followed by a NUL.
  std::string_view bytes() const noexcept {
    return {bytes_.data(), static_cast<std::size_t>(bytes_.size())};
  }

 private:
  struct Entry {
    Index offset;
    std::uint32_t hash;
  };
  // Most words have at most seven bytes: the slot alone identifies them.
  struct Slot {
    std::uint64_t head;  // the first eight bytes, zero-padded
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
