// Counts of text as compressed sparse rows in one to three bytes per entry instead of twelve. The
// entries of a row follow each other, columns ascending: twice the number of columns skipped since
// the entry before, plus 1 if the count is not 1; then the count, if it is not 1.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Variable-length integers, LEB128: seven bits per byte, lowest first; the high bit marks that more
// follow.

// Returns the end of the bytes written.
inline unsigned char *write_leb128(unsigned char *to, std::uint64_t value) noexcept {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<unsigned char>(value | 0x80);
  *to++ = static_cast<unsigned char>(value);
  return to;
}

// Advances `from` past the number.
inline std::uint64_t read_leb128(const unsigned char *&from) noexcept {
  std::uint64_t value = *from++;
  if (value < 0x80) return value;
  value &= 0x7F;
  for (int shift = 7;; shift += 7) {
    const unsigned char byte = *from++;
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
}

struct PackedCounts {
  Index rows = 0, columns = 0;
  Array<Index> indptr;                  // as in Csr
  Array<const unsigned char *> starts;  // of each row, in any number of arrays:
  std::vector<std::shared_ptr<const Array<unsigned char>>> storage;

  Index entries() const noexcept { return rows == 0 ? 0 : indptr[rows]; }
};

// Writes the entries of one row.
class CountPacker {
 public:
  static constexpr Index longest_entry = 10;  // bytes

  explicit CountPacker(unsigned char *to) noexcept : to_(to) {}

  void add(std::int32_t column, std::uint32_t count) noexcept {
    const auto skipped = static_cast<std::uint64_t>(column - next_);
    to_ = write_leb128(to_, 2 * skipped + (count == 1 ? 0 : 1));
    if (count != 1) to_ = write_leb128(to_, count);
    next_ = column + 1;
  }
  unsigned char *end() const noexcept { return to_; }

 private:
  unsigned char *to_;
  std::int32_t next_ = 0;
};

// visit(column, value) for the entries of a row.
template <class Visit>
void each_packed(const unsigned char *row, Index entries, Visit &&visit) {
  for (std::int32_t next = 0; entries > 0; --entries) {
    const std::uint64_t head = read_leb128(row);
    const std::int32_t column = next + static_cast<std::int32_t>(head >> 1);
    visit(column, (head & 1) != 0 ? static_cast<double>(read_leb128(row)) : 1.0);
    next = column + 1;
  }
}

}  // namespace manifact
