#include "options/kernel_options.hpp"

namespace manifact {

double degree_of_kernel(const Options &options) {
  const KernelSpec spec = kernel_spec(options);
  switch (spec.kind) {
    case KernelKind::linear:
      return 2;
    case KernelKind::polynomial:
      return 2 * static_cast<double>(spec.degree);
    case KernelKind::rbf:
      return 0;
    case KernelKind::precomputed:
      break;
  }
  return 1;
}

double degree_of_weights(const Options &options) {
  return options.choice<CutWeighting>() == CutWeighting::none
             ? 0
             : -options.real(Key::ncw_power) * degree_of_kernel(options);
}

double degree_of_fit(const Options &options) {
  return degree_of_kernel(options) + 2 * degree_of_weights(options);
}

template <class T>
bool may_be_negative(const DataView<T> &X, const KernelSpec &spec) {
  if (!has_negative(X)) return false;
  return spec.kind == KernelKind::precomputed || spec.kind == KernelKind::linear ||
         !kernel_function<T>(spec)->non_negative(false);
}

template bool may_be_negative<float>(const DataView<float> &, const KernelSpec &);
template bool may_be_negative<double>(const DataView<double> &, const KernelSpec &);

}  // namespace manifact
