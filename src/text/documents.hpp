// Documents as input, and the result of counting them.
#pragma once

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

// The counts of the documents of one task.
struct CountedBlock {
  Array<TermCount> counts;
  Array<Index> ends;
};

}  // namespace manifact
