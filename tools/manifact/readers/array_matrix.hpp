// Arrays as matrices of the library, in place where it borrows them.
#pragma once

#include <variant>

#include "handles.hpp"
#include "readers/arrays.hpp"

namespace cli {

// The status of the library; *out is set if it is not negative. NaN and infinity are a Failure that
// names the row and the column.
int matrix_of(manifact_context *context, DenseArrays &&arrays, manifact_matrix **out);
int matrix_of(manifact_context *context, SparseArrays &&arrays, manifact_matrix **out);
int matrix_of(manifact_context *context, std::variant<DenseArrays, SparseArrays> &&arrays,
              manifact_matrix **out);

}  // namespace cli
