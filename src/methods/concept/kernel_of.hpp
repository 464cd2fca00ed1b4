// The kernel of a concept factorization, built from the options.
#pragma once

#include <memory>

#include "kernels/kernel.hpp"
#include "methods/method.hpp"

namespace manifact {

// `spec` receives the effective bandwidth. `split`: the updates need K+ and K-.
template <class T>
std::unique_ptr<Kernel<T>> kernel_of(const Problem<T> &problem, bool split, KernelSpec &spec);

}  // namespace manifact
