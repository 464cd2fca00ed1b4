#include "linalg/data/data_view.hpp"

#include "linalg/simd/kernels.hpp"

namespace manifact {

template <class T>
void load(const DenseRows &X, Index i, Index begin, Index end, T *out) noexcept {
  const Index place = X.place(i), first = place * X.stride + begin;
  const double factor = X.factor != nullptr ? X.factor[place] : 1;
  const auto from_begin = [&](const double *x) { return x != nullptr ? x + begin : nullptr; };
  const double *const shift = from_begin(X.shift), *const spread = from_begin(X.spread);
  if (X.singles != nullptr)
    kernels<T>().transform_singles(X.singles + first, shift, spread, factor, end - begin, out);
  else
    kernels<T>().transform_reals(X.reals + first, shift, spread, factor, end - begin, out);
  const T sign = static_cast<T>(X.part);
  for (Index j = 0; X.part != 0 && j < end - begin; ++j)
    out[j] = sign * out[j] > 0 ? sign * out[j] : T{0};
}

template void load<float>(const DenseRows &, Index, Index, Index, float *) noexcept;
template void load<double>(const DenseRows &, Index, Index, Index, double *) noexcept;

}  // namespace manifact
