#include "kernels/function.hpp"

#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
std::unique_ptr<KernelFunction<T>> kernel_function(const KernelSpec &spec) {
  switch (spec.kind) {
    case KernelKind::linear:
      return polynomial_function<T>(1, 0);
    case KernelKind::polynomial:
      return polynomial_function<T>(spec.degree, spec.offset);
    case KernelKind::rbf:
      return rbf_function<T>(spec.bandwidth);
    case KernelKind::precomputed:
      break;
  }
  fail(Status::internal, "a precomputed kernel is not a function");
}

template <class T>
Array<T> row_squares(const DataView<T> &X, const std::shared_ptr<Memory> &memory) {
  Array<T> squares(memory, X.rows);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) squares[i] += x[e] * x[e];
  }
  return squares;
}

template <class T>
Array<double> matrix_diagonal(const DataView<T> &K, const std::shared_ptr<Memory> &memory) {
  Array<double> diagonal(memory, K.rows);
  for (Index i = 0; i < K.rows; ++i) {
    const DataRow<T> row = K.row(i);
    for (Index e = 0; e < row.size(); ++e)
      if (row.column(e) == i) diagonal[i] = static_cast<double>(row[e]);
  }
  return diagonal;
}

#define MANIFACT_INSTANTIATE(T)                                                                    \
  template std::unique_ptr<KernelFunction<T>> kernel_function<T>(const KernelSpec &);              \
  template Array<double> matrix_diagonal<T>(const DataView<T> &, const std::shared_ptr<Memory> &); \
  template Array<T> row_squares<T>(const DataView<T> &, const std::shared_ptr<Memory> &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
