// Matrices from files and to files.
#pragma once

#include <cstddef>
#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

enum class Format : int { automatic = 0, matrix_market = 1, svmlight = 2, csv = 3, mat = 4 };

// Plain or gzip, told by the first bytes; "-" is standard input. Automatic: by the ending of the
// name, else by the first line. MAT files have a name, or are asked for.
std::unique_ptr<Matrix> read_matrix(const char *path, Format format,
                                    const std::shared_ptr<Memory> &memory, Monitor &monitor);

// The same from memory; `name` stands for the file.
std::unique_ptr<Matrix> parse_matrix(const void *data, std::size_t size, const char *name,
                                     Format format, const std::shared_ptr<Memory> &memory,
                                     Monitor &monitor);

// Matrix Market coordinate real general with the shortest digits that read back as the same
// doubles; gzip when the name ends in .gz. The file is there whole or not at all.
void write_matrix(const Matrix &matrix, const char *path, Monitor &monitor);

}  // namespace manifact
