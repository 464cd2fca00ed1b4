// Initial factors of the factorizations of X.
#pragma once

#include <utility>

#include "linalg/data/products.hpp"
#include "linalg/dense/dense.hpp"
#include "methods/method.hpp"
#include "runtime/index.hpp"

namespace manifact {

// X, its products, and |X|^2, which all these methods use.
template <class T>
struct Data {
  Data(const DataView<T> &matrix, ExecutionContext &run)
      : X(matrix, run), square(run.total(square_norm(matrix))) {}

  DataProducts<T> X;
  double square;
};

// The initial V: given, or one-hot + 0.2 from labels that were given or found by the option
// `start`, or uniform in (0, 1). The geometry is that of start=kmeans.
template <class T>
Tall<T> first_memberships(const Problem<T> &problem, Start &start,
                          Geometry geometry = Geometry::spherical);

// The initial G, m x l: given, or from k-means on the columns, or uniform if the start is random.
template <class T>
Dense<T> first_feature_memberships(const Problem<T> &problem, const Data<T> &data, Index l,
                                   Start &start);

// Copies a row-major factor given by the caller.
template <class T>
Dense<T> given_factor(const double *values, Index rows, Index columns, ExecutionContext &run);

// V and U from the k largest singular values, X ~ sum_c sigma_c u_c p_c': of the products of the
// positive and of the negative parts of u_c and p_c the larger one, scaled to sigma_c times its
// size (Boutsidis, Gallopoulos 2008). If fill > 0, zeros are replaced by `fill` times the mean of
// X.
template <class T>
std::pair<Tall<T>, Dense<T>> singular_parts(const Problem<T> &problem, const Data<T> &data,
                                            double fill, Rng rng);

// Uniform in (0, 1).
template <class T>
Dense<T> uniform_factor(Index rows, Index columns, Rng &rng, ExecutionContext &run);

// The same for V, with rows drawn in the canonical order. Of several processes, every document has
// its own stream, so that its numbers do not depend on its process.
template <class T>
Tall<T> uniform_memberships(const Problem<T> &problem, Rng &rng);

// The number of columns of G: that of the start, otherwise the option feature-clusters (0: k), at
// most the number of features.
Index feature_clusters_of(const Options &options, Index k, Index features, const Start &start);

}  // namespace manifact
