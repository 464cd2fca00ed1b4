// From the options to the kernel of a concept factorization.
#pragma once

#include <string>

#include "kernels/kernel.hpp"
#include "methods/method.hpp"

namespace manifact {

// The degree of its values in the data: those of c X are c^degree of those of X.
double degree_of_kernel(const Options &options);

// Whether the kernel may have negative values, which the weighting of the normalized cut and the
// plain updates do not take.
template <class T>
bool may_be_negative(CsrView<T> X, const KernelSpec &spec);

// Change the defaults that do not suit kernels with negative values; what the user has set stays.
// Returns what was changed, "ncw=none start=kmeans".
std::string take_signed_defaults(Options &options, bool given_start);

// The kernel itself; the bandwidth is put in force in `spec`. `split`: the updates will ask for K+
// and K-.
template <class T>
std::unique_ptr<Kernel<T>> kernel_of(const Problem<T> &problem, bool split, KernelSpec &spec);

}  // namespace manifact
