// Texts of a caller.
#pragma once

#include <cstddef>
#include <string_view>

#include "runtime/index.hpp"

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

}  // namespace manifact
