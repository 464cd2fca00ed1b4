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
Array<T> row_squares(CsrView<T> X, const std::shared_ptr<Memory> &memory) {
  Array<T> squares(memory, X.rows);
  for (Index i = 0; i < X.rows; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) squares[i] += X.values[e] * X.values[e];
  return squares;
}

template <class T>
Array<double> matrix_diagonal(CsrView<T> K, const std::shared_ptr<Memory> &memory) {
  Array<double> diagonal(memory, K.rows);
  for (Index i = 0; i < K.rows; ++i)
    for (Index e = K.indptr[i]; e < K.indptr[i + 1]; ++e)
      if (K.indices[e] == i) diagonal[i] = static_cast<double>(K.values[e]);
  return diagonal;
}

#define MANIFACT_INSTANTIATE(T)                                                           \
  template std::unique_ptr<KernelFunction<T>> kernel_function<T>(const KernelSpec &);     \
  template Array<double> matrix_diagonal<T>(CsrView<T>, const std::shared_ptr<Memory> &); \
  template Array<T> row_squares<T>(CsrView<T>, const std::shared_ptr<Memory> &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
