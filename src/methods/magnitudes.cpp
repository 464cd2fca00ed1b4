#include "methods/magnitudes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/range.hpp"
#include "runtime/error.hpp"

namespace manifact {

template <class T>
void check_lengths(CsrView<T> X, const FeatureWeights &weights) {
  if (weights.scaling != Scaling::none) return;
  constexpr double least = sizeof(T) == 8 ? 0x1p-500 : 0x1p-100;
  for (std::int64_t i = 0; i < X.rows; ++i) {
    const std::int64_t length = X.indptr[i + 1] - X.indptr[i];
    if (length == 0 || largest_magnitude(X.values + X.indptr[i], length) >= least) continue;
    const double most = largest_magnitude(X.values, X.entries());
    fail(Status::value,
         "row %lld is too small beside others: its squares and those of %g, the largest value%s, "
         "are not numbers of one range; scaling=unit-rows "
         "makes rows comparable",
         static_cast<long long>(i), std::ldexp(most, -weights.exponent),
         weights.weighting != Weighting::none ? " after weighting" : "");
  }
}

template <class T>
double strength_in_units(const Problem<T> &problem, double strength, double power) {
  if (problem.exponent == 0 || strength == 0) return strength;
  constexpr double largest = sizeof(T) == 8 ? 0x1p200 : 0x1p50;
  const double exponent = power * problem.exponent, whole = std::floor(exponent);
  const double value = std::ldexp(strength * std::exp2(exponent - whole),
                                  static_cast<int>(std::clamp(whole, -1e6, 1e6)));
  return std::clamp(value, std::numeric_limits<double>::min(), largest);
}

template <class T>
double length_in_units(const Problem<T> &problem, Key key, int power) {
  const double asked = problem.options.real(key),
               value = std::ldexp(asked, power * problem.exponent);
  if (problem.exponent == 0 || asked == 0 || (value > 1e-100 && value < 1e100)) return value;
  fail(Status::value,
       "%s=%g is in the unit of the data, whose largest value is about %g: scale the data, or "
       "choose it near that%s",
       find_option(key)->name, asked, std::ldexp(1.0, -problem.exponent),
       power == 2 ? " squared" : "");
}

#define MANIFACT_INSTANTIATE(T)                                             \
  template void check_lengths<T>(CsrView<T>, const FeatureWeights &);       \
  template double strength_in_units<T>(const Problem<T> &, double, double); \
  template double length_in_units<T>(const Problem<T> &, Key, int);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
