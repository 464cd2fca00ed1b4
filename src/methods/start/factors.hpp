// Entries of initial factors.
#pragma once

#include "linalg/dense/dense.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

// One-hot + 0.2, because multiplicative updates never leave zero; 1/k + 0.2 without a label.
inline double soft_membership(std::int32_t label, Index cluster, Index k) noexcept {
  return (label < 0 ? 1 / static_cast<double>(k) : label == cluster ? 1 : 0) + 0.2;
}

// Uniform in (0, 1).
template <class T>
void draw_row(Dense<T> &factor, Index i, Rng &rng) {
  for (Index c = 0; c < factor.columns(); ++c) factor(i, c) = static_cast<T>(rng.uniform());
}

// From rows without padding.
template <class T>
void copy_factor(const double *values, Dense<T> &factor) {
  const Index k = factor.columns();
  for (Index i = 0; i < factor.rows(); ++i)
    for (Index c = 0; c < k; ++c) factor(i, c) = static_cast<T>(values[i * k + c]);
}

}  // namespace manifact
