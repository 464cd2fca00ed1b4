#include "methods/magnitudes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense/range.hpp"
#include "options/conversions.hpp"
#include "options/plan.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The largest magnitude of a row.
template <class T>
double largest_of(const DataRow<T> &x) noexcept {
  T most = 0;
  for (Index e = 0; e < x.size(); ++e) most = std::fmax(most, std::fabs(x[e]));
  return static_cast<double>(most);
}

}  // namespace

template <class T>
int kept_range(const Options &options) {
  const KernelSpec kernel = kernel_spec(options);
  Index range = sizeof(T) == 8 ? 200 : 40;
  if (kernel.kind == KernelKind::polynomial) range /= kernel.degree;
  if (options.uses(Key::ncw) && options.choice<CutWeighting>() != CutWeighting::none) range /= 2;
  return static_cast<int>(std::max<Index>(range, 1));
}

template <class T>
void check_lengths(const DataView<T> &X, const FeatureWeights &weights, Index k,
                   const Method &method, const Options &options, const Index *places,
                   ExecutionContext &run) {
  if (weights.scaling != Scaling::none) return;
  constexpr double least = sizeof(T) == 8 ? 0x1p-500 : 0x1p-100;
  Index small = 0, first = 0;
  for (Index i = X.rows - 1; i >= 0; --i) {
    if (X.is_empty(i) || largest_of(X.row(i)) >= least) continue;
    ++small;
    first = i;
  }
  const bool weighted =
      options.uses(Key::ncw) && options.choice<CutWeighting>() != CutWeighting::none;
  const bool points = options.uses(Key::preset) && options.choice<Preset>() == Preset::points;
  const bool by_distances = points || (method.zeros_are_points && !weighted);
  const Index all_small = run.total(small), rows = run.total(X.rows);
  if (all_small == 0 || (by_distances && rows - all_small + 1 >= k)) return;
  double largest = 0;
  for (Index i = 0; i < X.rows; ++i) largest = std::fmax(largest, largest_of(X.row(i)));
  largest = run.largest(largest);
  const bool is_precomputed = kernel_spec(options).kind == KernelKind::precomputed;
  run.together([&] {
    if (small == 0) return;
    fail(Status::value,
         "row %lld is too small: its largest value is %g, and its squares underflow relative to "
         "those of the largest value, %g%s; omit the row%s",
         static_cast<long long>(place_of(first, places)),
         std::ldexp(largest_of(X.row(first)), -weights.exponent),
         std::ldexp(largest, -weights.exponent),
         weights.weighting != Weighting::none ? " after weighting" : "",
         is_precomputed ? "" : " or use scaling=unit-rows");
  });
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
  const double value_set = problem.options.real(key),
               value = std::ldexp(value_set, power * problem.exponent);
  if (problem.exponent == 0 || value_set == 0 || (value > 1e-100 && value < 1e100)) return value;
  fail(Status::value,
       "%s=%g is in the unit of the data, whose largest value is about %g: scale the data, or "
       "choose a value near that%s",
       find_option(key)->name, value_set, std::ldexp(1.0, -problem.exponent),
       power == 2 ? " squared" : "");
}

#define MANIFACT_INSTANTIATE(T)                                                      \
  template int kept_range<T>(const Options &);                                       \
  template void check_lengths<T>(const DataView<T> &, const FeatureWeights &, Index, \
                                 const Method &, const Options &, const Index *,     \
                                 ExecutionContext &);                                \
  template double strength_in_units<T>(const Problem<T> &, double, double);          \
  template double length_in_units<T>(const Problem<T> &, Key, int);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
