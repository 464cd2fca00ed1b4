// Counts that are stored as a dense matrix.
#pragma once

#include <memory>

#include "linalg/sparse/matrix.hpp"

namespace manifact {

// Dense values that are not negative, whole and mostly 0: the same numbers in a sparse matrix are
// taken for counts.
enum class DenseCounts {
  none,
  possible,  // the columns are few, as in a table, or the values large, as in an image
  likely
};

DenseCounts dense_counts(const Matrix &X) noexcept;

// The nonzero values of a dense matrix as a sparse one.
std::unique_ptr<Matrix> as_sparse(const Matrix &X, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
