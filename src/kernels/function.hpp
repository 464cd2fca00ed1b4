// Kernels that are an elementwise function of the inner products: K(x, y) = f(x.y, |x|^2, |y|^2).
// To add one: a class like those in function.cpp, a kind here, and
// a line in kernel_function().
#pragma once

#include <memory>

#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class KernelKind : int { linear = 1, polynomial = 2, rbf = 3, precomputed = 4 };

struct KernelSpec {
  KernelKind kind = KernelKind::linear;
  Index degree = 2;  // polynomial: (x.y + offset)^degree
  double offset = 0;
  double bandwidth = 0;  // rbf: exp(-|x - y|^2 / (2 b^2)), b > 0
};

template <class T>
class KernelFunction {
 public:
  virtual ~KernelFunction() = default;

  // In place: values_j = x.y_j -> K(x, y_j). square = |x|^2, squares_j = |y_j|^2.
  virtual void apply(T *values, Index count, T square, const T *squares) const noexcept = 0;

  // Whether all values are non-negative, for data of any sign or for data >= 0.
  virtual bool non_negative(bool data_are) const noexcept = 0;
};

// Linear: f(x.y) = x.y.
template <class T>
std::unique_ptr<KernelFunction<T>> kernel_function(const KernelSpec &spec);

template <class T>
std::unique_ptr<KernelFunction<T>> polynomial_function(Index degree, double offset);
template <class T>
std::unique_ptr<KernelFunction<T>> rbf_function(double bandwidth);

// The root mean square of |x_i - x_j| over all pairs i != j; 1 if all rows are equal. O(entries):
//
//   mean |x_i - x_j|^2 = 2 n / (n - 1) (mean_i |x_i|^2 - |mean_i x_i|^2)
template <class T>
double root_mean_square_distance(const DataView<T> &X, ExecutionContext &run);

// K_ii of a given kernel matrix.
template <class T>
Array<double> matrix_diagonal(const DataView<T> &K, const std::shared_ptr<Memory> &memory);

// |x_i|^2, entries added from left to right in T.
template <class T>
Array<T> row_squares(const DataView<T> &X, const std::shared_ptr<Memory> &memory);

template <class T>
bool has_negative(const DataView<T> &X) noexcept {
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e)
      if (x[e] < 0) return true;
  }
  return false;
}

}  // namespace manifact
