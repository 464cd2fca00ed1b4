#include "linalg/data/data_view.hpp"

namespace manifact {
namespace {

template <class Stored, class T>
void load_from(const Stored *a, const DenseRows &X, Index i, Index begin, Index end,
               T *out) noexcept {
  const Index count = end - begin;
  const Index place = X.place(i);
  a += place * X.stride + begin;
  const double factor = X.factor != nullptr ? X.factor[place] : 1;
  if (X.shift == nullptr) {
    for (Index j = 0; j < count; ++j) out[j] = static_cast<T>(static_cast<double>(a[j]) * factor);
  } else {
    const double *const shift = X.shift + begin, *const spread = X.spread + begin;
    for (Index j = 0; j < count; ++j)
      out[j] = static_cast<T>((static_cast<double>(a[j]) - shift[j]) / spread[j] * factor);
  }
  const T sign = static_cast<T>(X.part);
  for (Index j = 0; X.part != 0 && j < count; ++j)
    out[j] = sign * out[j] > 0 ? sign * out[j] : T{0};
}

}  // namespace

template <class T>
void load(const DenseRows &X, Index i, Index begin, Index end, T *out) noexcept {
  X.singles != nullptr ? load_from(X.singles, X, i, begin, end, out)
                       : load_from(X.reals, X, i, begin, end, out);
}

template void load<float>(const DenseRows &, Index, Index, Index, float *) noexcept;
template void load<double>(const DenseRows &, Index, Index, Index, double *) noexcept;

}  // namespace manifact
