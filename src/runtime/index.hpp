// The type of sizes, row and column numbers, and array positions.
#pragma once

#include <cstdint>

namespace manifact {

using Index = std::int64_t;

}  // namespace manifact
