#include "readout/size_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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

// Points of any length with the directions of clusters.
template <class T>
class Directed {
 public:
  Directed(const Points<T> &points, Index k, ExecutionContext &run)
      : points_(points),
        inverse_(run.memory, points.size()),
        products_(run.memory, points.size(), k) {
    for (Index i = 0; i < points.size(); ++i)
      inverse_[i] = points.square(i) > 0 ? 1 / std::sqrt(points.square(i)) : 0;
  }

  Dense<T> directions(const Array<std::int32_t> &labels, ExecutionContext &run) {
    Dense<T> directions = points_.sums(labels, inverse_, products_.columns(), run);
    to_unit_columns(directions, run);
    points_.products(directions, products_, run);
    return directions;
  }

  double cosine(Index i, Index c, double factor = 1) const noexcept {
    return factor * inverse_[i] * static_cast<double>(products_(i, c));
  }

  bool is_far(Index i) const noexcept {  // from all directions
    const T *const row = products_.row(i);
    return std::all_of(row, row + products_.columns(), [](T x) { return x == 0; });
  }

  // The mean difference between the cosine to the own direction and to all.
  double spread(const Array<std::int32_t> &labels) const {
    const Index k = products_.columns();
    double sum = 0, count = 0;
    for (Index i = 0; i < labels.size(); ++i) {
      if (labels[i] < 0 || is_far(i)) continue;
      double all = 0;
      for (Index c = 0; c < k; ++c) all += cosine(i, c);
      sum += cosine(i, labels[i]) - all / static_cast<double>(k);
      count += 1;
    }
    return count > 0 ? sum / count : 0;
  }

  Dense<double> cosines(const Dense<T> &directions, ExecutionContext &run) {
    points_.products(directions, products_, run);
    Dense<double> all(run.memory, products_.rows(), products_.columns());
    for (Index i = 0; i < all.rows(); ++i)
      for (Index c = 0; c < all.columns(); ++c) all(i, c) = cosine(i, c);
    return all;
  }

 private:
  const Points<T> &points_;
  Array<double> inverse_;
  Dense<T> products_;
};

// The labels of one round.
template <class T>
Array<std::int32_t> assign(const Directed<T> &words, const std::optional<Directed<T>> &vectors,
                           const SizeRefinement<T> &factors, const Array<double> &log_shares,
                           const Array<std::int32_t> &labels) {
  const double by_words = size_concentration * factors.word_factor,
               by_vectors = size_concentration * factors.vector_factor;
  Array<std::int32_t> moved = labels.copy();
  for (Index i = 0; i < labels.size(); ++i) {
    if (words.is_far(i) && (!vectors || vectors->is_far(i))) continue;
    double most = -INFINITY;
    for (Index c = 0; c < log_shares.size(); ++c) {
      double value = words.cosine(i, c, by_words) + log_shares[c];
      if (vectors) value += vectors->cosine(i, c, by_vectors);
      if (!(value > most)) continue;
      most = value;
      moved[i] = static_cast<std::int32_t>(c);
    }
  }
  return moved;
}

template <class T>
void set_factors(const Directed<T> &words, const Directed<T> &vectors, double share,
                 const Array<std::int32_t> &labels, SizeRefinement<T> &refinement) {
  const double larger = std::max(share, 1 - share), spread = vectors.spread(labels);
  refinement.word_factor = (1 - share) / larger;
  const double scale = spread > 0 ? words.spread(labels) / spread : 0;
  refinement.vector_factor = share / larger * std::max(scale, 0.0);
}

}  // namespace

template <class T>
SizeRefinement<T> refine_by_sizes(const Points<T> &points, Array<std::int32_t> &labels, Index k,
                                  ExecutionContext &run, const PointVectors<T> *vectors) {
  const Array<std::int32_t> first = labels.copy();
  Directed<T> words(points, k, run);
  std::optional<Directed<T>> beside;
  if (vectors != nullptr) beside.emplace(vectors->points, k, run);
  SizeRefinement<T> refinement;
  for (Index round = 0; round < refinement_rounds; ++round) {
    run.monitor.check();
    const Array<Index> sizes = cluster_sizes(labels, k, run);
    Dense<T> directions = words.directions(labels, run), of_vectors;
    if (beside) of_vectors = beside->directions(labels, run);
    if (beside && round == 0) set_factors(words, *beside, vectors->share, labels, refinement);
    Array<double> shares = log_shares_of(sizes, run);
    Array<std::int32_t> moved = assign(words, beside, refinement, shares, labels);
    const Array<Index> after = cluster_sizes(moved, k, run);
    bool emptied = false;
    for (Index c = 0; c < k; ++c) emptied = emptied || (sizes[c] > 0 && after[c] == 0);
    if (emptied) break;
    labels = std::move(moved);
    refinement.directions = std::move(directions);
    refinement.vector_directions = std::move(of_vectors);
    refinement.log_shares = std::move(shares);
  }
  if (!refinement.directions.empty()) {
    refinement.cosines = words.cosines(refinement.directions, run);
    if (beside) refinement.vector_cosines = beside->cosines(refinement.vector_directions, run);
  }
  for (Index i = 0; i < labels.size(); ++i) refinement.moved += labels[i] != first[i] ? 1 : 0;
  return refinement;
}

#define MANIFACT_INSTANTIATE(T)                                                                  \
  template SizeRefinement<T> refine_by_sizes<T>(const Points<T> &, Array<std::int32_t> &, Index, \
                                                ExecutionContext &, const PointVectors<T> *);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
