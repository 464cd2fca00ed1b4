// First factors of the factorizations of X itself.
#pragma once

#include <utility>

#include "methods/method.hpp"
#include "runtime/index.hpp"

namespace manifact {

// X, its transpose, and |X|^2: what each of them works on.
template <class T>
struct Data {
  Data(CsrView<T> matrix, ExecutionContext &run);

  CsrView<T> X;
  Csr<T> Xt;
  double square = 0;
};

// V of the start: given, or one-hot + 0.2 of the labels that were given or found by the option
// `start`, or uniform in (0, 1).
template <class T>
Dense<T> first_memberships(const Problem<T> &problem, Start &start);

// G of the start, m x l, likewise: given, from k-means on the columns, or uniform where the start
// is random.
template <class T>
Dense<T> first_feature_memberships(const Problem<T> &problem, const Data<T> &data, Index l,
                                   Start &start);

// Row-major numbers of the caller's.
template <class T>
Dense<T> given_factor(const double *values, Index rows, Index columns, ExecutionContext &run);

// V and U from the k largest singular values, X ~ sum_c sigma_c u_c p_c': of u_c p_c' the larger of
// the products of the positive and of the negative parts, scaled to sigma_c times its size
// (Boutsidis, Gallopoulos 2008). Zeros are filled with `fill` times the mean of X where that
// is > 0.
template <class T>
std::pair<Dense<T>, Dense<T>> singular_parts(const Problem<T> &problem, const Data<T> &data,
                                             double fill, Rng rng);

// Uniform in (0, 1), rows drawn along `order`; null: as they stand.
template <class T>
Dense<T> uniform_factor(Index rows, Index columns, Rng &rng, const Array<std::int32_t> *order,
                        ExecutionContext &run);

// As many columns as G will have: those of the start, else the option feature-clusters (0: k), at
// most one for each feature.
Index feature_clusters_of(const Options &options, Index k, Index features, const Start &start);

}  // namespace manifact
