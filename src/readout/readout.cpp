#include "readout/readout.hpp"

#include <cmath>

#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
Array<std::int32_t> argmax_labels(const Dense<T> &V, const Array<double> &weights,
                                  ExecutionContext &run) {
  Array<std::int32_t> labels(run.memory, V.rows());
  for (Index i = 0; i < V.rows(); ++i) {
    double most = 0;
    labels[i] = -1;
    for (Index c = 0; c < V.columns(); ++c) {
      const double value = static_cast<double>(V(i, c)) * (weights.empty() ? 1 : weights[c]);
      if (!(value > most)) continue;
      most = value;
      labels[i] = static_cast<std::int32_t>(c);
    }
  }
  return labels;
}

template <class T>
Clustering<T> kmeans_labels(const Dense<T> &V, Geometry geometry, Index starts, std::uint64_t seed,
                            ExecutionContext &run, const Array<std::int32_t> *order) {
  const Dense<T> unit = geometry == Geometry::spherical ? unit_rows(V, run) : V.copy();
  return cluster_points<T>(*dense_points<T>(unit), V.columns(), geometry, true, starts,
                           Rng(seed, 0x4ead), run, order);
}

Array<std::int32_t> nearest_centers(const Dense<double> &V, const Dense<double> &C,
                                    Geometry geometry, ExecutionContext &run) {
  const Dense<double> rows = geometry == Geometry::spherical ? unit_rows(V, run) : V.copy();
  const Array<double> squares = column_dots<double>(C, C, nullptr, run);
  Dense<double> products(run.memory, V.rows(), C.columns());
  dense_points<double>(rows)->products(C, products, run);
  Array<std::int32_t> labels(run.memory, V.rows());
  for (Index i = 0; i < V.rows(); ++i) {
    bool zero = true;
    for (Index c = 0; c < V.columns(); ++c) zero = zero && rows(i, c) == 0;
    double least = INFINITY;
    labels[i] = -1;
    for (Index c = 0; !zero && c < C.columns(); ++c) {
      const double value =
          geometry == Geometry::spherical ? -products(i, c) : squares[c] - 2 * products(i, c);
      if (!(value < least)) continue;
      least = value;
      labels[i] = static_cast<std::int32_t>(c);
    }
  }
  return labels;
}

Array<Index> cluster_sizes(const Array<std::int32_t> &labels, Index k, ExecutionContext &run) {
  Array<Index> sizes(run.memory, k);
  for (const std::int32_t label : labels)
    if (label >= 0) ++sizes[label];
  run.sum(sizes.data(), k);
  return sizes;
}

#define MANIFACT_INSTANTIATE(T)                                                             \
  template Array<std::int32_t> argmax_labels<T>(const Dense<T> &, const Array<double> &,    \
                                                ExecutionContext &);                        \
  template Clustering<T> kmeans_labels<T>(const Dense<T> &, Geometry, Index, std::uint64_t, \
                                          ExecutionContext &, const Array<std::int32_t> *);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
