// K(x, y) = exp(-|x - y|^2 / (2 b^2)), |x - y|^2 = |x|^2 + |y|^2 - 2 x.y
#include <cmath>

#include "kernels/function.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

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
