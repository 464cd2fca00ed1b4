// .npz: a sparse matrix of scipy.sparse.save_npz, or an array of numpy.savez.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "readers/archive.hpp"
#include "readers/arrays.hpp"

namespace cli {

// The array of this name; without a name, the sparse matrix (csr, csc or coo), or the only array.
std::variant<DenseArrays, SparseArrays> read_npz(Archive &archive,
                                                 const std::optional<std::string> &array);

}  // namespace cli
