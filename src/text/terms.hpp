// Terms: a growing list, a set of strings with numbers, and the tables of counted terms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A contiguous list that grows by doubling, from the host's allocator.
template <class T>
class List {
 public:
  explicit List(std::shared_ptr<Memory> memory) noexcept : memory_(std::move(memory)) {}

  // Reserves space for `more` further entries: pushing them cannot fail.
  void reserve(Index more) {
    if (size_ + more <= buffer_.size()) return;
    Array<T> wider =
        Array<T>::uninitialized(memory_, std::max({size_ + more, 2 * buffer_.size(), Index{64}}));
    if (size_ > 0)
      std::memcpy(static_cast<void *>(wider.data()), buffer_.data(),
                  static_cast<std::size_t>(size_) * sizeof(T));
    buffer_ = std::move(wider);
  }
  void push(T value) {
    reserve(1);
    buffer_[size_++] = value;
  }
  void append(const T *values, Index count) {
    reserve(count);
    if (count > 0)
      std::memcpy(static_cast<void *>(buffer_.data() + size_), values,
                  static_cast<std::size_t>(count) * sizeof(T));
    size_ += count;
  }
  void shorten(Index size) noexcept { size_ = size; }
  void lengthen(Index size) noexcept { size_ = size; }  // within what was reserved

  Index size() const noexcept { return size_; }
  T *data() noexcept { return buffer_.data(); }
  const T *data() const noexcept { return buffer_.data(); }
  T &operator[](Index i) noexcept { return buffer_[i]; }
  const T &operator[](Index i) const noexcept { return buffer_[i]; }
  T &back() noexcept { return buffer_[size_ - 1]; }

  // The entries in an array of exactly their length.
  Array<T> exact() const {
    Array<T> all = Array<T>::uninitialized(memory_, size_);
    if (size_ > 0)
      std::memcpy(static_cast<void *>(all.data()), buffer_.data(),
                  static_cast<std::size_t>(size_) * sizeof(T));
    return all;
  }
  const std::shared_ptr<Memory> &memory() const noexcept { return memory_; }

 private:
  std::shared_ptr<Memory> memory_;
  Array<T> buffer_;
  Index size_ = 0;
};

// A set of strings without NULs, numbered 0, 1, ... in order of insertion: all bytes in one arena,
// each string followed by a NUL, with an open-addressing hash table.
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

// The tables of counted terms, and with stemming of the words behind them.
struct TermTables {
  const Terms &terms;
  const Terms &words;                 // with stemming: of each term,
  const List<std::int32_t> &term_of;  // the words that map to it,
  const List<Index> &times;           // and the occurrences of each
};

// The word that represents each stem: its most frequent one, ties broken bytewise. -1 if there is
// none: n-grams.
Array<std::int32_t> best_words(const TermTables &tables, ExecutionContext &run);

}  // namespace manifact
