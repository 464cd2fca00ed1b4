#include "text/dense_counts.hpp"

#include <cmath>

#include "runtime/index.hpp"

namespace manifact {

DenseCounts dense_counts(const Matrix &X) noexcept {
  constexpr Index few_columns = 32;
  constexpr double large = 32;  // mean of the values that are not 0; words of texts have 1 to 3
  const Index cells = X.rows * X.columns;
  if (!X.dense || X.nonzeros == 0 || X.nonzeros > cells / 2) return DenseCounts::none;
  double sum = 0;
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) {
      const double x = X.value(i * X.stride + j);
      if (!(x >= 0) || std::trunc(x) != x) return DenseCounts::none;
      sum += x;
    }
  const bool is_table = X.columns <= few_columns;
  return is_table || sum > large * static_cast<double>(X.nonzeros) ? DenseCounts::possible
                                                                   : DenseCounts::likely;
}

std::unique_ptr<Matrix> as_sparse(const Matrix &X, const std::shared_ptr<Memory> &memory) {
  return matrix_from_parts(sparse_copy(X, memory));
}

}  // namespace manifact
