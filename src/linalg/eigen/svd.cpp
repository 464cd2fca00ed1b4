// The eigenvectors of X'X or X X', whichever is smaller: P with Z = X P, or U with
// Z = U diag(sigma). Neither product is formed, and neither is X - 1 c':
//
//   (X - 1 c') B = X B - 1 (c'B)        (X - 1 c')'B = X'B - c (1'B)
#include "linalg/eigen/svd.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
void take_off(Dense<T> &out, const Array<T> *left, const Array<T> *right, const Dense<T> &B,
              ExecutionContext &run) {
  constexpr Index step = 1024;
  const Index blocks = (B.rows() + step - 1) / step, width = B.columns();
  Array<double> partial(run.memory, blocks * width), row(run.memory, width);
  run.pool.blocks(B.rows(), step, [&](Index begin, Index end) {
    double *const sums = partial.data() + begin / step * width;
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < width; ++c)
        sums[c] += (right == nullptr ? 1 : static_cast<double>((*right)[i])) *
                   static_cast<double>(B(i, c));
  });
  run.monitor.check();
  for (Index block = 0; block < blocks; ++block)
    for (Index c = 0; c < width; ++c) row[c] += partial[block * width + c];
  run.pool.blocks(out.rows(), step, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < out.columns(); ++c)
        out(i, c) -=
            static_cast<T>((left == nullptr ? 1 : static_cast<double>((*left)[i])) * row[c]);
  });
}

template <class T>
Svd<T> truncated_svd(const DataProducts<T> &data, Index rank, double tolerance, Rng rng,
                     ExecutionContext &run, const Array<std::int32_t> *order,
                     const Array<T> *center) {
  const Index n = data.X().rows, m = data.X().columns;
  // Vectors of features are the same on all processes.
  const bool by_features = m < n || run.divided();
  Dense<T> between;
  const auto product = [&](const Dense<T> &B, Dense<T> &out) {
    if (between.columns() != B.columns())
      between = Dense<T>(run.memory, by_features ? n : m, B.columns());
    by_features ? data.times(B, between, run) : data.transposed_times(B, between, run);
    if (center != nullptr)
      by_features ? take_off<T>(between, nullptr, center, B, run)
                  : take_off<T>(between, center, nullptr, B, run);
    by_features ? data.sums_over_documents(between, out, run) : data.times(between, out, run);
    if (center != nullptr)
      by_features ? take_off<T>(out, center, nullptr, between, run)
                  : take_off<T>(out, nullptr, center, between, run);
  };
  EigenRequest request{.count = rank, .lowest = 0};
  request.tolerance = tolerance;
  request.order = by_features ? nullptr : order;
  Eigenpairs<T> pairs = by_features
                            ? largest_eigenpairs<T>(m, request, product, rng, run)
                            : largest_eigenpairs_of_documents<T>(n, request, product, rng, run);
  between = Dense<T>();

  Svd<T> svd{std::move(pairs.values), Tall<T>(), pairs.rounds, pairs.converged};
  for (double &x : svd.sigma) x = x > 0 ? std::sqrt(x) : 0;
  if (by_features) {
    svd.coordinates = Tall<T>(run.memory, n, rank);
    data.times(pairs.vectors, svd.coordinates, run);
    if (center != nullptr) take_off<T>(svd.coordinates, nullptr, center, pairs.vectors, run);
  } else {
    svd.coordinates = Tall<T>(std::move(pairs.vectors));
    scale_columns(svd.coordinates, svd.sigma, run);
  }
  return svd;
}

#define MANIFACT_INSTANTIATE(T)                                                               \
  template void take_off<T>(Dense<T> &, const Array<T> *, const Array<T> *, const Dense<T> &, \
                            ExecutionContext &);                                              \
  template Svd<T> truncated_svd<T>(const DataProducts<T> &, Index, double, Rng,               \
                                   ExecutionContext &, const Array<std::int32_t> *,           \
                                   const Array<T> *);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
