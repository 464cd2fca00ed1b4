// The eigenvectors of X'X or X X', whichever is smaller: P with Z = X P, or U with Z = U diag(sigma). Neither product is formed.
#include "linalg/svd.hpp"

#include <cmath>

#include "linalg/products.hpp"

namespace manifact {

template <class T>
Svd<T> truncated_svd(CsrView<T> X, CsrView<T> Xt, std::int64_t rank, double tolerance, Rng rng, Run &run,
                     const Array<std::int32_t> *order) {
  const bool by_features = X.columns < X.rows;
  const CsrView<T> outer = by_features ? Xt : X, inner = by_features ? X : Xt;
  Dense<T> between;
  const auto product = [&](const Dense<T> &B, Dense<T> &out) {
    if (between.columns() != B.columns()) between = Dense<T>(run.memory, inner.rows, B.columns());
    multiply(inner, B, between, run.team);
    multiply(outer, between, out, run.team);
  };
  EigenRequest request{rank, 0};
  request.tolerance = tolerance;
  request.order = by_features ? nullptr : order;
  Eigenpairs<T> pairs = largest_eigenpairs<T>(outer.rows, request, product, rng, run);

  Svd<T> svd{std::move(pairs.values), std::move(pairs.vectors), pairs.rounds, pairs.converged};
  for (double &x : svd.sigma) x = x > 0 ? std::sqrt(x) : 0;
  if (by_features) {
    Dense<T> Z(run.memory, X.rows, rank);
    multiply(X, svd.coordinates, Z, run.team);
    svd.coordinates = std::move(Z);
  } else {
    scale_columns(svd.coordinates, svd.sigma, run);
  }
  return svd;
}

template Svd<float> truncated_svd<float>(CsrView<float>, CsrView<float>, std::int64_t, double, Rng, Run &, const Array<std::int32_t> *);
template Svd<double> truncated_svd<double>(CsrView<double>, CsrView<double>, std::int64_t, double, Rng, Run &, const Array<std::int32_t> *);

}  // namespace manifact
