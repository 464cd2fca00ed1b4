// Documents as input, and the result of counting them.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/array.hpp"
#include "runtime/index.hpp"
#include "text/counter.hpp"

namespace manifact {

// Document i is bytes[offsets[i] .. offsets[i + 1]).
struct Documents {
  const char *bytes = nullptr;
  const Index *offsets = nullptr;
  Index count = 0;

  std::string_view operator[](Index i) const noexcept {
    return {bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
};

// Throws Error(argument) if the offsets decrease.
void check_documents(const Documents &documents);

// The counts of the documents of one task, packed: most terms are frequent ones with small numbers
// that occur once in a document, and take one to three bytes instead of eight.
struct CountedBlock {
  Array<unsigned char> packed;
  Array<Index> ends;  // in `packed`, of each document
};

// visit(term, count) for the counts in packed[from .. to).
template <class Visit>
void each_count(const Array<unsigned char> &packed, Index from, Index to, Visit &&visit) {
  const auto number = [&packed, &from] {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const unsigned char byte = packed[from++];
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (from < to) {
    const std::uint64_t head = number();  // twice the term, plus 1 if a count follows
    const std::uint64_t count = (head & 1) != 0 ? number() : 1;
    visit(static_cast<std::int32_t>(head >> 1), static_cast<std::uint32_t>(count));
  }
}

}  // namespace manifact
