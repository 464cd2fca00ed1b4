// From the options to the kernel of a concept factorization.
#pragma once

#include <memory>

#include "kernels/kernel.hpp"
#include "methods/method.hpp"

namespace manifact {

// The kernel itself; the bandwidth is put in force in `spec`. `split`: the updates will ask for K+
// and K-.
template <class T>
std::unique_ptr<Kernel<T>> kernel_of(const Problem<T> &problem, bool split, KernelSpec &spec);

}  // namespace manifact
