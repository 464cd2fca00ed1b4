// Matrices parsed from text in memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/reader.hpp"

namespace manifact {

inline std::unique_ptr<Matrix> parse(std::string_view text, Format format = Format::automatic,
                                     const char *name = "x",
                                     std::shared_ptr<Memory> memory = std::make_shared<Memory>(),
                                     ThreadPool *pool = nullptr) {
  Monitor monitor;
  return parse_matrix(text.data(), text.size(), name, format, memory, monitor, nullptr, pool);
}

// Row-major, for small matrices.
inline std::vector<double> dense(const Matrix &matrix) {
  std::vector<double> all(static_cast<std::size_t>(matrix.rows * matrix.columns));
  for (std::int64_t i = 0; i < matrix.rows; ++i)
    matrix.each(i, [&](std::int32_t j, double value) { all[i * matrix.columns + j] = value; });
  return all;
}

inline bool is_canonical(const Matrix &matrix) {
  if (matrix.dense) return matrix.indptr == nullptr && matrix.stride >= matrix.columns;
  if (matrix.indptr[0] != 0) return false;
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    if (matrix.indptr[i + 1] < matrix.indptr[i]) return false;
    for (std::int64_t e = matrix.indptr[i]; e < matrix.indptr[i + 1]; ++e) {
      if (matrix.indices[e] < 0 || matrix.indices[e] >= matrix.columns) return false;
      if (e > matrix.indptr[i] && matrix.indices[e] <= matrix.indices[e - 1]) return false;
      if (!(matrix.value(e) - matrix.value(e) == 0)) return false;  // NaN or infinite
    }
  }
  return true;
}

}  // namespace manifact
