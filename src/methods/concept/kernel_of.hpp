// From the options to the kernel of a concept factorisation.
#pragma once

#include "kernels/kernel.hpp"
#include "methods/method.hpp"

namespace manifact {

// Kind and parameters, as asked for; linear for methods without kernels.
KernelSpec kernel_asked(const Options &options);

// Whether the kernel may have negative values, which the weighting of the normalised cut and the plain updates do not take.
template <class T>
bool may_be_negative(CsrView<T> X, const KernelSpec &spec);

// The kernel itself; the bandwidth is put in force in `spec`. `split`: the updates will ask for K+ and K-.
template <class T>
std::unique_ptr<Kernel<T>> kernel_of(const Problem<T> &problem, bool split, KernelSpec &spec);

}  // namespace manifact
