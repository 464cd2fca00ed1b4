#include "readout/size_refinement.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "readout/readout.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index refinement_rounds = 3;
constexpr double empty_share = -1e6;  // of an empty cluster, in place of -inf

Array<double> log_shares_of(const Array<Index> &sizes, ExecutionContext &run) {
  double all = 0;
  for (const Index size : sizes) all += static_cast<double>(size);
  Array<double> shares(run.memory, sizes.size());
  for (Index c = 0; c < sizes.size(); ++c)
    shares[c] = sizes[c] > 0 ? std::log(static_cast<double>(sizes[c]) / all) : empty_share;
  return shares;
}

// The labels of one round.
template <class T>
Array<std::int32_t> assign(const Array<double> &inverse, const Dense<T> &products,
                           const Array<double> &log_shares, const Array<std::int32_t> &labels) {
  Array<std::int32_t> moved = labels.copy();
  const Index k = products.columns();
  for (Index i = 0; i < labels.size(); ++i) {
    const T *const row = products.row(i);
    if (std::all_of(row, row + k, [](T x) { return x == 0; })) continue;
    double most = -INFINITY;
    for (Index c = 0; c < k; ++c) {
      const double value =
          size_concentration * inverse[i] * static_cast<double>(row[c]) + log_shares[c];
      if (!(value > most)) continue;
      most = value;
      moved[i] = static_cast<std::int32_t>(c);
    }
  }
  return moved;
}

template <class T>
Dense<double> cosines_of(const Points<T> &points, const Dense<T> &directions,
                         const Array<double> &inverse, ExecutionContext &run) {
  const Index n = points.size(), k = directions.columns();
  Dense<T> products(run.memory, n, k);
  points.products(directions, products, run);
  Dense<double> cosines(run.memory, n, k);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < k; ++c) cosines(i, c) = inverse[i] * static_cast<double>(products(i, c));
  return cosines;
}

}  // namespace

template <class T>
SizeRefinement<T> refine_by_sizes(const Points<T> &points, Array<std::int32_t> &labels, Index k,
                                  ExecutionContext &run) {
  const Array<std::int32_t> first = labels.copy();
  Array<double> inverse(run.memory, points.size());
  for (Index i = 0; i < points.size(); ++i)
    inverse[i] = points.square(i) > 0 ? 1 / std::sqrt(points.square(i)) : 0;
  Dense<T> products(run.memory, points.size(), k);
  SizeRefinement<T> refinement;
  for (Index round = 0; round < refinement_rounds; ++round) {
    run.monitor.check();
    const Array<Index> sizes = cluster_sizes(labels, k, run);
    Dense<T> directions = points.sums(labels, inverse, k, run);
    to_unit_columns(directions, run);
    Array<double> shares = log_shares_of(sizes, run);
    points.products(directions, products, run);
    Array<std::int32_t> moved = assign(inverse, products, shares, labels);
    const Array<Index> after = cluster_sizes(moved, k, run);
    bool emptied = false;
    for (Index c = 0; c < k; ++c) emptied = emptied || (sizes[c] > 0 && after[c] == 0);
    if (emptied) break;
    labels = std::move(moved);
    refinement.directions = std::move(directions);
    refinement.log_shares = std::move(shares);
  }
  if (!refinement.directions.empty())
    refinement.cosines = cosines_of(points, refinement.directions, inverse, run);
  for (Index i = 0; i < labels.size(); ++i) refinement.moved += labels[i] != first[i] ? 1 : 0;
  return refinement;
}

template SizeRefinement<float> refine_by_sizes<float>(const Points<float> &, Array<std::int32_t> &,
                                                      Index, ExecutionContext &);
template SizeRefinement<double> refine_by_sizes<double>(const Points<double> &,
                                                        Array<std::int32_t> &, Index,
                                                        ExecutionContext &);

}  // namespace manifact
