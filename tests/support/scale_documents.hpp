// Documents of three blocks that every method tells apart, in any unit.
#pragma once

#include <cstdint>
#include <vector>

constexpr int64_t rows = 60, columns = 15, blocks = 3;

enum class Form { dense, sparse };

// Document i of block i mod 3: its own five features weigh much, others little or nothing.
inline std::vector<double> documents(double scale, Form form) {
  std::vector<double> values(rows * columns);
  uint64_t state = 7;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const double draw = static_cast<double>(state >> 11) * 0x1p-53;
      const bool own = j / 5 == i % blocks;
      const double value = own ? 0.5 + draw : form == Form::dense ? 0.1 * draw : 0;
      values[static_cast<std::size_t>(i * columns + j)] = value * scale;
    }
  return values;
}
