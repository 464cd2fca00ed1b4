// Reading and writing of matrix files.
#pragma once

#include <cstddef>
#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

enum class Format : int { automatic = 0, matrix_market = 1, svmlight = 2, csv = 3 };

// Plain or gzip, detected by the first bytes. Automatic: by file extension, else by the first line.
// `index_base`, unless null, receives the base of the indices of svmlight, 0 or 1; -1 for others.
std::unique_ptr<Matrix> read_matrix(const char *path, Format format,
                                    const std::shared_ptr<Memory> &memory, Monitor &monitor,
                                    int *index_base = nullptr);

// The same from memory; `name` is used in messages.
std::unique_ptr<Matrix> parse_matrix(const void *data, std::size_t size, const char *name,
                                     Format format, const std::shared_ptr<Memory> &memory,
                                     Monitor &monitor, int *index_base = nullptr);

// Matrix Market coordinate real general with the shortest digits that convert back to the same
// doubles; gzip if the name ends in .gz. The file is written completely or not at all.
void write_matrix(const Matrix &matrix, const char *path, Monitor &monitor);

}  // namespace manifact
