// The kernel that the options ask for.
#pragma once

#include <string>

#include "kernels/kernel.hpp"
#include "options/plan.hpp"

namespace manifact {

// The degree of the kernel's values in the data: those of c X are c^degree of those of X.
double degree_of_kernel(const Options &options);

// That of the weights of the normalized cut, g = (K 1)^-power; and that of |X' - X'W V'|^2 with
// W V' fixed: 2 for the linear kernel without weights.
double degree_of_weights(const Options &options);
double degree_of_fit(const Options &options);

// Whether the kernel may have negative values, for which the weighting of the normalized cut and
// the updates of concept/multiplicative.cpp are not defined.
template <class T>
bool may_be_negative(CsrView<T> X, const KernelSpec &spec);

// Change the defaults that do not suit kernels with negative values; what the user has set stays.
// Returns what was changed, "ncw=none start=kmeans".
std::string take_signed_defaults(Options &options, bool given_start);

}  // namespace manifact
