// The kernel given by the options.
#pragma once

#include <string>

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

// Changes the defaults that do not suit kernels with negative values; options that the user set are
// kept. Returns the changes, for example "ncw=none start=kmeans".
std::string take_signed_defaults(Options &options, bool given_start);

}  // namespace manifact
