// Reading and writing of matrix files.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "linalg/sparse/matrix.hpp"
#include "runtime/monitor.hpp"
#include "runtime/thread_pool.hpp"

namespace manifact {

enum class Format : int { automatic = 0, matrix_market = 1, svmlight = 2, csv = 3, counts = 4 };

// What a file says beside the values.
struct FileFacts {
  int index_base = -1;                     // of svmlight: 0 or 1
  std::vector<std::string> feature_names;  // of CSV: one for each column, or none
};

// Plain or gzip, detected by the first bytes; counts are mapped. Automatic: by file extension, else
// by the first line. `facts` may be null, and so may `pool`, whose threads share the work.
std::unique_ptr<Matrix> read_matrix(const char *path, Format format,
                                    const std::shared_ptr<Memory> &memory, Monitor &monitor,
                                    FileFacts *facts = nullptr, ThreadPool *pool = nullptr);

// The same from memory; `name` is used in messages.
std::unique_ptr<Matrix> parse_matrix(const void *data, std::size_t size, const char *name,
                                     Format format, const std::shared_ptr<Memory> &memory,
                                     Monitor &monitor, FileFacts *facts = nullptr,
                                     ThreadPool *pool = nullptr);

// Counts (io/counts_file.hpp) if the name ends in .counts. Else Matrix Market coordinate real
// general with the shortest digits that convert back to the same doubles; gzip if the name ends in
// .gz. The file is written completely or not at all.
void write_matrix(const Matrix &matrix, const char *path, Monitor &monitor);

}  // namespace manifact
