// The kernel given by the options.
#pragma once

#include "kernels/kernel.hpp"
#include "options/plan.hpp"

namespace manifact {

// The degree d of the kernel values in the data: scaling X by c scales them by c^d.
double degree_of_kernel(const Options &options);

// The same for the weights of the normalized cut, g = (K 1)^-power, and for |X' - X'W V'|^2 with
// W V' fixed, where it is 2 for the linear kernel without weights.
double degree_of_weights(const Options &options);
double degree_of_fit(const Options &options);

// Whether the kernel may have negative values, for which the weighting of the normalized cut and
// the updates of methods/concept/multiplicative.cpp are not defined.
template <class T>
bool may_be_negative(const DataView<T> &X, const KernelSpec &spec);

}  // namespace manifact
