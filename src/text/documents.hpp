// Documents as input, and the result of counting them.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "runtime/array.hpp"
#include "runtime/index.hpp"
#include "runtime/leb128.hpp"
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
  std::shared_ptr<const Array<unsigned char>> packed;
  Array<Index> ends;  // in `packed`, of each document
  // Once the documents are rows of a matrix, as PackedCounts describes them: the term of each
  // column. Until then null.
  std::shared_ptr<const Array<std::int32_t>> term_of;

  // visit(term, count) for the counts of document i.
  template <class Visit>
  void each(Index i, Visit &&visit) const {
    const unsigned char *next = packed->data() + (i > 0 ? ends[i - 1] : 0), *const end =
                                                                                packed->data() +
                                                                                ends[i];
    std::uint64_t column = 0;
    while (next < end) {
      const std::uint64_t head = read_leb128(next);  // twice the number, plus 1 if a count follows
      const std::uint64_t count = (head & 1) != 0 ? read_leb128(next) : 1;
      if (term_of == nullptr) {
        visit(static_cast<std::int32_t>(head >> 1), static_cast<std::uint32_t>(count));
      } else {
        column += head >> 1;
        visit((*term_of)[static_cast<Index>(column++)], static_cast<std::uint32_t>(count));
      }
    }
  }
};

}  // namespace manifact
