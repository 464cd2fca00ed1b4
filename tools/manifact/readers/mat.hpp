// MATLAB's MAT files of version 5 and 7.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "readers/arrays.hpp"
#include "readers/bytes.hpp"

namespace cli {

// The named matrix, else "fea", or the only real one. `bytes` are those of the file, from the
// beginning; its reader needs the path as well.
std::variant<DenseArrays, SparseArrays> read_mat(const std::string &path, Bytes &bytes,
                                                 const std::optional<std::string> &array);

// The function "manifact_read_mat" of the module "manifact-mat", for files that are complete.
using ReadMat = void(const std::string &, const std::optional<std::string> &,
                     std::variant<DenseArrays, SparseArrays> &);

}  // namespace cli
