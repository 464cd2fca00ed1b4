// MATLAB's MAT files of version 5 and 7.
#pragma once

#include <string>
#include <variant>

#include "readers/arrays.hpp"
#include "readers/bytes.hpp"

namespace cli {

// The matrix "fea", or the only real one. `bytes` are those of the file, from the beginning; its
// reader needs the path as well.
std::variant<DenseArrays, SparseArrays> read_mat(const std::string &path, Bytes &bytes);

}  // namespace cli
