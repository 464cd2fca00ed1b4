// The type of sizes, row and column numbers, and positions in arrays.
#pragma once

#include <cstdint>

namespace manifact {

using Index = std::int64_t;

}  // namespace manifact
