#include "kernels/function.hpp"

#include <cmath>

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

namespace {

// K(x, y) = (x.y + offset)^degree, degree >= 1, offset >= 0: positive semidefinite.

template <class T>
class Polynomial final : public KernelFunction<T> {
 public:
  Polynomial(Index degree, double offset) : degree_(degree), offset_(static_cast<T>(offset)) {}

  // By repeated squaring, for all values per step: `values` becomes the product of the powers
  // base^(2^b) over the bits b of the degree.
  void apply(T *values, Index count, T, const T *) const noexcept override {
    for (Index first = 0; first < count; first += chunk)
      step(values + first, count - first < chunk ? count - first : chunk);
  }

  bool non_negative(bool data_are) const noexcept override { return data_are || degree_ % 2 == 0; }

 private:
  static constexpr Index chunk = 256;

  void step(T *values, Index count) const noexcept {
    T base[chunk];
    for (Index j = 0; j < count; ++j) base[j] = values[j] + offset_;
    for (Index j = 0; j < count; ++j) values[j] = degree_ % 2 == 1 ? base[j] : T{1};
    for (Index rest = degree_ / 2; rest > 0; rest /= 2) {
      for (Index j = 0; j < count; ++j) base[j] *= base[j];
      if (rest % 2 == 0) continue;
      for (Index j = 0; j < count; ++j) values[j] *= base[j];
    }
  }

  Index degree_;
  T offset_;
};

}  // namespace

template <class T>
std::unique_ptr<KernelFunction<T>> polynomial_function(Index degree, double offset) {
  return std::make_unique<Polynomial<T>>(degree, offset);
}

template std::unique_ptr<KernelFunction<float>> polynomial_function<float>(Index, double);
template std::unique_ptr<KernelFunction<double>> polynomial_function<double>(Index, double);

namespace {

// K(x, y) = exp(-|x - y|^2 / (2 b^2)), |x - y|^2 = |x|^2 + |y|^2 - 2 x.y

template <class T>
class Rbf final : public KernelFunction<T> {
 public:
  explicit Rbf(double bandwidth) : factor_(static_cast<T>(-0.5 / (bandwidth * bandwidth))) {}

  void apply(T *values, Index count, T square, const T *squares) const noexcept override {
    for (Index j = 0; j < count; ++j) {
      const T distance = square + squares[j] - 2 * values[j];
      values[j] =
          std::exp(factor_ * (distance > 0 ? distance : T{0}));  // rounding may make it negative
    }
  }

  bool non_negative(bool) const noexcept override { return true; }

 private:
  T factor_;
};

}  // namespace

template <class T>
std::unique_ptr<KernelFunction<T>> rbf_function(double bandwidth) {
  return std::make_unique<Rbf<T>>(bandwidth);
}

template <class T>
double root_mean_square_distance(const DataView<T> &X, ExecutionContext &run) {
  const double n = static_cast<double>(X.rows);
  Array<double> mean(run.memory, X.columns);
  double squares = 0, center = 0;
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> row = X.row(i);
    for (Index e = 0; e < row.size(); ++e) {
      const double x = static_cast<double>(row[e]);
      squares += x * x / n;
      mean[row.column(e)] += x / n;
    }
  }
  for (const double x : mean) center += x * x;
  const double spread = squares - center;  // a difference within rounding error is not a spread
  return X.rows > 1 && spread > 1e-14 * squares ? std::sqrt(2 * n / (n - 1) * spread) : 1;
}

template std::unique_ptr<KernelFunction<float>> rbf_function<float>(double);
template std::unique_ptr<KernelFunction<double>> rbf_function<double>(double);
template double root_mean_square_distance<float>(const DataView<float> &, ExecutionContext &);
template double root_mean_square_distance<double>(const DataView<double> &, ExecutionContext &);

}  // namespace manifact
