// Kernels as dense matrices, entry by entry from their formulas: the reference of src/kernels.
#pragma once

#include "kernels/function.hpp"
#include "support/numbers.hpp"

namespace manifact {

inline double kernel_value(const KernelSpec &spec, double product, double square_x,
                           double square_y) {
  if (spec.kind == KernelKind::polynomial)
    return std::pow(product + spec.offset, static_cast<double>(spec.degree));
  if (spec.kind == KernelKind::rbf)
    return std::exp(-(square_x + square_y - 2 * product) / (2 * spec.bandwidth * spec.bandwidth));
  return product;
}

// K(Y, X), a row for each row of Y.
inline Plain kernel_by_hand(const Plain &Y, const Plain &X, const KernelSpec &spec) {
  Plain K = Y * transposed(X);
  const auto squares = [](const Plain &A) {
    std::vector<double> sums(static_cast<std::size_t>(A.rows));
    for (std::int64_t i = 0; i < A.rows; ++i)
      for (std::int64_t j = 0; j < A.columns; ++j)
        sums[static_cast<std::size_t>(i)] += A(i, j) * A(i, j);
    return sums;
  };
  const std::vector<double> y = squares(Y), x = squares(X);
  for (std::int64_t i = 0; i < K.rows; ++i)
    for (std::int64_t j = 0; j < K.columns; ++j)
      K(i, j) = kernel_value(spec, K(i, j), y[static_cast<std::size_t>(i)],
                             x[static_cast<std::size_t>(j)]);
  return K;
}

// max(sign K, 0)
inline Plain part(Plain K, double sign) {
  for (double &x : K.values) x = std::fmax(sign * x, 0);
  return K;
}

// Entries in (-1, 1), a share of them zero.
inline Plain random_signed(std::int64_t n, std::int64_t m, std::uint64_t seed, double density = 1) {
  Plain A = random_plain(n, m, seed, density);
  for (double &x : A.values) x = x == 0 ? 0 : 2 * x - 1;
  return A;
}

inline KernelSpec polynomial(std::int64_t degree, double offset) {
  return {.kind = KernelKind::polynomial, .degree = degree, .offset = offset, .bandwidth = 0};
}
inline KernelSpec rbf(double bandwidth) {
  return {.kind = KernelKind::rbf, .degree = 2, .offset = 0, .bandwidth = bandwidth};
}

}  // namespace manifact
