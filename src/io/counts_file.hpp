// Sparse rows as a file that is mapped into memory and used in place; docs/formats.md describes it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "linalg/sparse/matrix.hpp"
#include "runtime/memory.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

// Whether these are the first bytes of such a file.
bool begins_counts(std::string_view bytes) noexcept;
// Whether the path names a regular file that begins like one.
bool holds_counts(const char *path) noexcept;

// The file must not change while the matrix exists: replace it by another file, as write_counts()
// does, instead of writing into it. Everything in it is validated here.
std::unique_ptr<Matrix> map_counts(const char *path, Monitor &monitor);

// A copy of the bytes of such a file. `name` as shown in messages: "file 'x.counts'".
std::unique_ptr<Matrix> counts_of_bytes(const void *data, std::size_t size, const char *name,
                                        const std::shared_ptr<Memory> &memory, Monitor &monitor);

// Values that are all exact as a float are stored as floats. The file is written completely or not
// at all.
void write_counts(const Matrix &matrix, const char *path, Monitor &monitor);

}  // namespace manifact
