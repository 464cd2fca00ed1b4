// K(x, y) = (x.y + offset)^degree, degree >= 1, offset >= 0: positive semidefinite.
#include "kernels/function.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

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

}  // namespace manifact
